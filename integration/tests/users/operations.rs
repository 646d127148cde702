//! Sample calls of all operations, and their outcomes.

use crate::{routes, schema};
use futures::{StreamExt, stream};
use integration::{Method, Stack};
use serde::Deserialize;
use serde_json::{Value, json};

/// An operation with a sample call.
pub(crate) enum Operation {
    Field(schema::Call),
    Route { name: String, method: Method, path: String },
}

/// The outcome of a call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// 401: the caller is unknown.
    NotSignedIn,
    /// The caller lacks the action that the operation requires.
    Prohibited,
    /// The caller's account is disabled.
    AccountDisabled,
    /// The token is of the wrong kind. The message says which token to send.
    WrongToken,
    /// The operation ran and returned a result or rejected the input.
    Ran,
    /// Any other outcome. It always fails the test.
    Failed(String),
}

/// Maps a rejection message that GraphQL and REST share to its outcome.
fn outcome_of_rejection(message: &str) -> Option<Outcome> {
    match message {
        "Error! User Action Prohibited!" => Some(Outcome::Prohibited),
        "Your account is disabled. Ask an administrator to enable it." => Some(Outcome::AccountDisabled),
        "This is an access token. Send the ID token of the signed-in user in the Authorization header."
        | "This token was issued for another application. Sign in to Larder and send the ID token of that session." => {
            Some(Outcome::WrongToken)
        }
        _ => None,
    }
}

pub(crate) fn operations() -> Vec<Operation> {
    let fields = schema::calls().into_iter().map(Operation::Field);
    let routes = routes::calls().into_iter().map(|(name, method, path)| Operation::Route { name, method, path });
    fields.chain(routes).collect()
}

impl Operation {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Field(schema::Call { name, .. }) | Self::Route { name, .. } => name,
        }
    }

    pub(crate) async fn call(&self, stack: &Stack, token: Option<&str>) -> Outcome {
        match self {
            Self::Field(call) => match stack.graphql(token, &call.document, call.variables.clone()).await {
                Ok(_) => Outcome::Ran,
                Err(rejection) => {
                    match (rejection.status, rejection.kind.as_str(), outcome_of_rejection(&rejection.message)) {
                        (401, "UnauthorizedException", _) => Outcome::NotSignedIn,
                        (200, "Forbidden", Some(outcome)) => outcome,
                        (200, "Invalid" | "NotFound" | "Conflict", _) => Outcome::Ran,
                        _ => Outcome::Failed(format!("{rejection:?}")),
                    }
                }
            },
            Self::Route { method, path, .. } => {
                let body = (*method != Method::GET).then(|| json!({}));
                let response = stack.rest(token, method.clone(), path, body).await;
                let message = response.body.get("message").and_then(Value::as_str);
                match (response.status, message, message.and_then(outcome_of_rejection)) {
                    (401, Some(_), _) => Outcome::NotSignedIn,
                    (403, _, Some(outcome)) => outcome,
                    (200 | 201, ..) | (400 | 404 | 409, Some(_), _) => Outcome::Ran,
                    _ => Outcome::Failed(format!("{response:?}")),
                }
            }
        }
    }
}

/// The number of operations that are called at the same time.
const CONCURRENCY: usize = 8;

/// Calls every operation with the token, and fails with a list of all unexpected outcomes. Returns the number of
/// operations that did not run, and of those that ran.
pub(crate) async fn check_all_operations(
    stack: &Stack,
    token: Option<&str>,
    expected: impl Fn(&str) -> Outcome,
) -> (usize, usize) {
    let operations = operations();
    let calls =
        operations.iter().map(|operation| async move { (operation.name(), operation.call(stack, token).await) });
    let outcomes: Vec<_> = stream::iter(calls).buffered(CONCURRENCY).collect().await;
    let unexpected: Vec<_> = outcomes
        .iter()
        .map(|(name, outcome)| (name, outcome, expected(name)))
        .filter(|(_, outcome, expected)| *outcome != expected)
        .map(|(name, outcome, expected)| format!("{name}: {outcome:?}, not {expected:?}"))
        .collect();
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
    let ran = outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Ran).count();
    (outcomes.len() - ran, ran)
}

/// The generated list of operations.
const OPERATIONS: &str = include_str!("../../../infra/operations.json");

/// An operation in the generated list.
#[derive(Deserialize)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) actions: Vec<String>,
    /// Whether callers need all actions. Otherwise, one of them is enough.
    #[serde(rename = "needsAll")]
    pub(crate) needs_all: bool,
}

pub(crate) fn declared_operations() -> Vec<Declared> {
    serde_json::from_str(OPERATIONS).unwrap()
}
