//! Calls every operation of the schema and the REST template with each kind of token, and checks the outcome.

use crate::{RESEND_INVITATION_LOCK, accounts::set_enabled, routes, schema};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use testkit::{Member, Method, Stack, stack_test, with_cleanup};

/// Operations that require only sign-in, each with the reason. All other operations require an action. A new operation
/// that requires only sign-in fails these tests until it is listed here.
const SIGN_IN_ONLY: &[(&str, &str)] = &[
    ("myPermissions", "returns the caller's own; screens disable operations by them"),
    ("mySignIns", "returns the caller's own; shows whether another person uses the account"),
    ("featureFlags", "returns the caller's own; the navigation depends on them"),
    ("recordPageViews", "records only which screens the caller viewed"),
    ("fridgeHealth", "any member of staff can get a question about a fridge"),
    ("fridgeTemperatures", "as fridgeHealth"),
    ("fridgeAlerts", "as fridgeHealth"),
    ("getFridgeEvents", "as fridgeHealth"),
    ("getFridgeSegmentEvents", "as fridgeHealth; the events name no customer"),
    ("readQueueMessages", "as fridgeHealth; shows the results of commands to a fridge"),
    ("getFridgeArtifacts", "as fridgeHealth; shows the versions that a fridge runs"),
    ("fridgeSoftwareHistory", "as getFridgeArtifacts"),
    ("getFridgeSoftwarePilots", "as getFridgeArtifacts"),
    ("getAvailableFridgeArtifacts", "version names, which getFridgeArtifacts also returns"),
    ("GET /reports/stockouts/{date}", "stock-outs, which planning and sales read; names no customer"),
    ("GET /forecast/view/{date}", "quantities that kitchen, planners and drivers work with"),
    ("GET /forecast/days", "as GET /forecast/view/{date}"),
    ("GET /forecast/history", "as GET /forecast/view/{date}; it names members of staff"),
    ("pars", "target quantities that planners, packers and drivers work with"),
];

/// An operation with a sample call.
enum Operation {
    Field { name: String, document: String },
    Route { name: String, method: Method, path: String },
}

/// The outcome of a call.
#[derive(Debug, PartialEq)]
enum Outcome {
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

fn operations() -> Vec<Operation> {
    let fields = schema::calls().into_iter().map(|(name, document)| Operation::Field { name, document });
    let routes = routes::calls().into_iter().map(|(name, method, path)| Operation::Route { name, method, path });
    fields.chain(routes).collect()
}

impl Operation {
    fn name(&self) -> &str {
        match self {
            Self::Field { name, .. } | Self::Route { name, .. } => name,
        }
    }

    async fn call(&self, stack: &Stack, token: Option<&str>) -> Outcome {
        match self {
            Self::Field { document, .. } => match stack.graphql(token, document, json!({})).await {
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

/// Calls every operation with the token and lists all unexpected outcomes.
async fn check_all_operations(stack: &Stack, token: Option<&str>, expected: impl Fn(&str) -> Outcome) {
    let mut unexpected = Vec::new();
    for operation in operations() {
        let (outcome, expected) = (operation.call(stack, token).await, expected(operation.name()));
        if outcome != expected {
            unexpected.push(format!("{}: {outcome:?}, not {expected:?}", operation.name()));
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
}

fn requires_only_sign_in(name: &str) -> bool {
    SIGN_IN_ONLY.iter().any(|(listed, _)| *listed == name)
}

/// The generated list of operations.
const OPERATIONS: &str = include_str!("../../../../infra/operations.json");

/// An operation in the generated list.
#[derive(Deserialize)]
struct Declared {
    name: String,
    kind: String,
    actions: Vec<String>,
}

fn declared_operations() -> Vec<Declared> {
    serde_json::from_str(OPERATIONS).unwrap()
}

#[test]
fn calls_exactly_the_declared_fields_and_routes() {
    let (mut fields, mut routes) = (BTreeSet::new(), BTreeSet::new());
    for operation in operations() {
        let is_new = match operation {
            Operation::Field { name, .. } => fields.insert(name),
            Operation::Route { name, .. } => routes.insert(name),
        };
        assert!(is_new, "an operation is called twice");
    }
    let (declared_routes, declared_fields): (Vec<_>, Vec<_>) =
        declared_operations().into_iter().partition(|operation| operation.kind == "route");
    let names = |operations: Vec<Declared>| operations.into_iter().map(|operation| operation.name).collect();
    let (declared_fields, declared_routes): (BTreeSet<_>, BTreeSet<_>) =
        (names(declared_fields), names(declared_routes));
    assert_eq!(fields, declared_fields);
    assert_eq!(routes, declared_routes);
    // Two independent readers that both miss an operation would agree.
    assert_eq!((fields.len(), routes.len()), (69, 26), "update the numbers if an operation was added or removed");
}

#[test]
fn the_listed_operations_alone_require_only_sign_in() {
    let listed: BTreeSet<_> = SIGN_IN_ONLY.iter().map(|(name, _)| (*name).to_owned()).collect();
    let declared = declared_operations().into_iter().filter(|operation| operation.actions.is_empty());
    assert_eq!(listed, declared.map(|operation| operation.name).collect());
}

#[stack_test]
async fn every_operation_rejects_calls_without_a_token(stack: Stack) {
    check_all_operations(&stack, None, |_| Outcome::NotSignedIn).await;
}

#[stack_test]
async fn every_operation_rejects_a_forged_token(stack: Stack) {
    let token = stack.tokens("admin").await.id;
    let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("not a JWT") };
    let other = if signature.starts_with('A') { "B" } else { "A" };
    let resigned = format!("{header}.{claims}.{other}{}", signature.get(1..).unwrap());
    check_all_operations(&stack, Some(&resigned), |_| Outcome::NotSignedIn).await;

    // The administrator's signature with another user's claims.
    let other_user = stack.tokens("no-permissions").await.id;
    let claims = other_user.split('.').nth(1).unwrap();
    check_all_operations(&stack, Some(&format!("{header}.{claims}.{signature}")), |_| Outcome::NotSignedIn).await;
}

#[stack_test]
async fn every_operation_rejects_an_access_token_and_says_which_token_to_send(stack: Stack) {
    let token = stack.tokens("admin").await.access;
    check_all_operations(&stack, Some(&token), |_| Outcome::WrongToken).await;
}

#[stack_test]
async fn every_operation_rejects_an_id_token_of_another_client_of_the_user_pool(stack: Stack) {
    let token = stack.tokens_of_another_client("admin").await.id;
    check_all_operations(&stack, Some(&token), |_| Outcome::WrongToken).await;
}

#[stack_test]
async fn every_operation_rejects_the_valid_token_of_a_disabled_account(stack: Stack) {
    let admin = stack.person("admin").await;
    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let token = member.tokens(&stack).await.id;
        check_all_operations(&stack, Some(&token), |name| {
            if requires_only_sign_in(name) { Outcome::Ran } else { Outcome::Prohibited }
        })
        .await;
        set_enabled(&admin, &member, false).await;
        check_all_operations(&stack, Some(&token), |_| Outcome::AccountDisabled).await;
        let rejection = stack.graphql(Some(&token), "{ myPermissions }", json!({})).await.unwrap_err();
        assert_eq!(rejection.info["reason"], "ACCOUNT_DISABLED");
        let rejection = stack.rest(Some(&token), Method::GET, "/forecast/days", None).await.expect(403);
        assert_eq!(rejection["reason"], "ACCOUNT_DISABLED");
        set_enabled(&admin, &member, true).await;
        stack.graphql(Some(&token), "{ myPermissions }", json!({})).await.unwrap();
    });
    with_cleanup(test, member.delete(&stack)).await;
}

#[stack_test]
async fn rejects_all_operations_that_require_an_action_without_permissions(stack: Stack) {
    let token = stack.tokens("no-permissions").await.id;
    let expected = |name: &str| if requires_only_sign_in(name) { Outcome::Ran } else { Outcome::Prohibited };
    check_all_operations(&stack, Some(&token), expected).await;
}

#[stack_test]
async fn an_administrator_can_call_every_operation() {
    let _guard = RESEND_INVITATION_LOCK.lock().await;
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.id;
    check_all_operations(&stack, Some(&token), |_| Outcome::Ran).await;
}
