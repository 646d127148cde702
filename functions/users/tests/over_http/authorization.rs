//! The walk: every operation that the schema and the template declare, called by everybody who may not, and by one
//! who may.

use crate::{RECONFIGURED, accounts::set_enabled, routes, schema};
use serde_json::{Value, json};
use testkit::{Member, Method, Stack, afterwards};

/// Operations that every member of staff may call, each with the reason. Everything else needs an action: a new operation
/// that needs sign-in alone fails here until its reason is stated.
const SIGN_IN_ALONE: &[(&str, &str)] = &[
    ("myPermissions", "the caller's own; screens disable by them what the caller may not do"),
    ("mySignIns", "the caller's own; they show whether another person uses the account"),
    ("featureFlags", "the caller's own; the navigation shows by them what the caller may use"),
    ("recordPageViews", "writes only which screens the caller visited, whatever the caller may do there"),
    ("fridgeHealth", "any member of staff may have to answer a call about a fridge"),
    ("fridgeTemperatures", "as fridgeHealth"),
    ("fridgeAlerts", "as fridgeHealth"),
    ("getFridgeEvents", "as fridgeHealth"),
    ("getFridgeSegmentEvents", "as fridgeHealth; the events name no customer"),
    ("readQueueMessages", "as fridgeHealth: it shows what became of the commands to a fridge"),
    ("getFridgeArtifacts", "as fridgeHealth: it shows which versions a fridge runs"),
    ("fridgeSoftwareHistory", "as getFridgeArtifacts"),
    ("getFridgeSoftwarePilots", "as getFridgeArtifacts"),
    ("getAvailableFridgeArtifacts", "names of versions, which getFridgeArtifacts shows as well"),
    (
        "GET /reports/stockouts/{date}",
        "items that were sold out, which everyone who plans or sells reads; names no customer",
    ),
    ("GET /forecast/view/{date}", "the quantities that kitchen, planners and drivers work by"),
    ("GET /forecast/days", "as GET /forecast/view/{date}"),
    ("GET /forecast/history", "as GET /forecast/view/{date}; it names members of staff"),
    ("pars", "the quantities that fridges are filled to, which planners, packers and drivers work by"),
];

/// An operation, and how to call it.
enum Operation {
    Field { name: String, document: String },
    Route { name: String, method: Method, path: String },
}

/// How a call ended.
#[derive(Debug, PartialEq)]
enum Outcome {
    /// 401: who calls is not known.
    NotSignedIn,
    /// The caller lacks the action that the operation needs.
    Prohibited,
    /// The caller's account is disabled.
    AccountDisabled,
    /// The token does not identify a member of staff to Larder; the message says which token to send.
    WrongToken,
    /// The operation ran, and answered or found fault with what it was asked.
    Ran,
    /// Anything else, which nothing may be.
    Failed(String),
}

/// The outcome that a message of a rejection stands for, where both interfaces share it.
fn rejection(message: &str) -> Option<Outcome> {
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
                Err(refusal) => match (refusal.status, refusal.kind.as_str(), rejection(&refusal.message)) {
                    (401, "UnauthorizedException", _) => Outcome::NotSignedIn,
                    (200, "Forbidden", Some(outcome)) => outcome,
                    (200, "Invalid" | "NotFound" | "Conflict", _) => Outcome::Ran,
                    _ => Outcome::Failed(format!("{refusal:?}")),
                },
            },
            Self::Route { method, path, .. } => {
                let body = (*method != Method::GET).then(|| json!({}));
                let answer = stack.rest(token, method.clone(), path, body).await;
                let message = answer.body.get("message").and_then(Value::as_str);
                match (answer.status, message, message.and_then(rejection)) {
                    (401, Some(_), _) => Outcome::NotSignedIn,
                    (403, _, Some(outcome)) => outcome,
                    (200 | 201, ..) | (400 | 404 | 409, Some(_), _) => Outcome::Ran,
                    _ => Outcome::Failed(format!("{answer:?}")),
                }
            }
        }
    }
}

/// Calls every operation with the token, and names those that end otherwise than they should.
async fn walk(stack: &Stack, token: Option<&str>, expected: impl Fn(&str) -> Outcome) {
    let mut wrong = Vec::new();
    for operation in operations() {
        let (outcome, expected) = (operation.call(stack, token).await, expected(operation.name()));
        if outcome != expected {
            wrong.push(format!("{}: {outcome:?}, not {expected:?}", operation.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn needs_sign_in_alone(name: &str) -> bool {
    SIGN_IN_ALONE.iter().any(|(free, _)| *free == name)
}

#[test]
fn operations_are_found_and_each_exception_is_one_of_them() {
    let operations = operations();
    let (mut fields, mut routes) = (0, 0);
    for operation in &operations {
        match operation {
            Operation::Field { .. } => fields += 1,
            Operation::Route { .. } => routes += 1,
        }
    }
    assert!(fields >= 15 && routes >= 7, "{fields} fields and {routes} routes");
    for (name, _) in SIGN_IN_ALONE {
        assert!(operations.iter().any(|operation| operation.name() == *name), "{name} is no operation");
    }
}

/// What each operation needs, as the permissions page shows it: one line an operation.
const SHOWN: &str = include_str!("../../../../web/src/users/operationNeeds.generated.ts");

#[test]
fn the_permissions_page_shows_what_each_operation_needs() {
    for operation in operations() {
        let name = format!("\"name\":{:?},", operation.name());
        let at = SHOWN.find(&name).unwrap_or_else(|| panic!("{} is not shown: run npm run codegen", operation.name()));
        let needs = SHOWN.get(at..).and_then(|rest| rest.split_once("\"needs\":")).unwrap().1;
        assert_eq!(needs.starts_with("[]"), needs_sign_in_alone(operation.name()), "{}", operation.name());
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn nobody_calls_anything_without_a_token() {
    let stack = Stack::load().await;
    walk(&stack, None, |_| Outcome::NotSignedIn).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_token_that_was_tampered_with_opens_nothing() {
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.id;
    let [header, claims, signature] = token.split('.').collect::<Vec<_>>()[..] else { panic!("no JWT") };
    let other = if signature.starts_with('A') { "B" } else { "A" };
    let resigned = format!("{header}.{claims}.{other}{}", signature.get(1..).unwrap());
    walk(&stack, Some(&resigned), |_| Outcome::NotSignedIn).await;

    // The administrator's signature under somebody else's claims.
    let stranger = stack.tokens("no-permissions").await.id;
    let claims = stranger.split('.').nth(1).unwrap();
    walk(&stack, Some(&format!("{header}.{claims}.{signature}")), |_| Outcome::NotSignedIn).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_operation_rejects_an_access_token_and_says_which_token_to_send() {
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.access;
    walk(&stack, Some(&token), |_| Outcome::WrongToken).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_operation_rejects_an_id_token_of_another_client_of_the_user_pool() {
    let stack = Stack::load().await;
    let token = stack.tokens_of_another_client("admin").await.id;
    walk(&stack, Some(&token), |_| Outcome::WrongToken).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn every_operation_rejects_the_valid_token_of_a_disabled_account() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let token = member.tokens(&stack).await.id;
        walk(&stack, Some(&token), |name| if needs_sign_in_alone(name) { Outcome::Ran } else { Outcome::Prohibited })
            .await;
        set_enabled(&admin, &member, false).await;
        walk(&stack, Some(&token), |_| Outcome::AccountDisabled).await;
        let refused = stack.graphql(Some(&token), "{ myPermissions }", json!({})).await.unwrap_err();
        assert_eq!(refused.info["reason"], "ACCOUNT_DISABLED");
        let refused = stack.rest(Some(&token), Method::GET, "/forecast/days", None).await.expect(403);
        assert_eq!(refused["reason"], "ACCOUNT_DISABLED");
        set_enabled(&admin, &member, true).await;
        stack.graphql(Some(&token), "{ myPermissions }", json!({})).await.unwrap();
    });
    afterwards(test, member.leave(&stack)).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_was_granted_nothing_does_nothing_that_needs_an_action() {
    let stack = Stack::load().await;
    let token = stack.tokens("no-permissions").await.id;
    let expected = |name: &str| if needs_sign_in_alone(name) { Outcome::Ran } else { Outcome::Prohibited };
    walk(&stack, Some(&token), expected).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_was_granted_everything_is_refused_nothing() {
    let _alone = RECONFIGURED.lock().await;
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.id;
    walk(&stack, Some(&token), |_| Outcome::Ran).await;
}
