//! The walk: every operation that the schema and the template declare, called by everybody who may not, and by one
//! who may.

use crate::{RECONFIGURED, routes, schema};
use serde_json::{Value, json};
use testkit::{Method, Stack};

/// Operations that every member of staff may call, each with the reason. Everything else needs an action.
const SIGN_IN_ALONE: &[(&str, &str)] = &[
    ("featureFlags", "the navigation shows by them what there is for the caller, and they are the caller's own"),
    ("fridgeAlerts", "what is wrong with a fridge is shown on its page, which every member of staff may read"),
    ("fridgeHealth", "how fridges are is shown on their pages, which every member of staff may read"),
    ("fridgeTemperatures", "as fridgeHealth"),
    ("getFridgeEvents", "as fridgeHealth"),
    ("getFridgeSegmentEvents", "as fridgeHealth; they name no customer"),
    ("getPackingSlipsV3", "what is dropped off where is no secret among staff, and names no customer"),
    ("myPermissions", "screens disable by them what the caller may not do, and they are the caller's own"),
    ("mySignIns", "they are the caller's own, and show whether another person uses the account"),
    ("recordPageViews", "which screens a person visits counts as theirs, whatever they may do there"),
    ("readQueueMessages", "what became of a command is shown on a fridge's page, which every member of staff may read"),
    ("getFridgeArtifacts", "whoever looks after fridges needs to know what runs on them"),
    ("getAvailableFridgeArtifacts", "names of versions, which whoever reads the inventory sees anyway"),
    ("getFridgeSoftwarePilots", "whoever looks after fridges needs to know what is tried on them"),
    ("fridgeSoftwareHistory", "whoever looks after fridges needs to know what was changed on them"),
    ("GET /reports/stockouts/{date}", "what was sold out is asked for by all who plan and sell, and names no customer"),
    ("GET /reports/driverlog", "what failed at a fridge helps whoever a driver calls, and has no action of its own"),
    ("GET /reports/driverlog/cognitoemails", "the names to the drivers' log; staff know one another's e-mails"),
    ("itemPrices", "what items cost is shown to every customer at a fridge"),
    ("itemPriceSchemaIds", "as itemPrices"),
    ("itemPriceHistory", "as itemPrices; whom it names is a member of staff"),
    ("GET /forecast/view/{date}", "what is forecast is no secret among staff: the kitchen and the drivers plan by it"),
    ("GET /forecast/days", "as GET /forecast/view/{date}"),
    ("GET /forecast/history", "as GET /forecast/view/{date}"),
    ("pars", "all staff plan by what fridges are filled up to, and reading it has no action of its own"),
    ("ordersByDay", "as pars, whose upload asks what is ordered already"),
    ("GET /pars/report/{date}", "packers and drivers pack by it, and it names no customer"),
    ("GET /pars/zones", "as GET /pars/report/{date}"),
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
    /// The caller may not do this, in the words of the spec.
    Prohibited,
    /// The operation ran, and answered or found fault with what it was asked.
    Ran,
    /// Anything else, which nothing may be.
    Failed(String),
}

const PROHIBITED: &str = "Error! User Action Prohibited!";

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
                Err(refusal) => match (refusal.status, refusal.kind.as_str(), refusal.message.as_str()) {
                    (401, "UnauthorizedException", _) => Outcome::NotSignedIn,
                    (200, "Forbidden", PROHIBITED) => Outcome::Prohibited,
                    (200, "Invalid" | "NotFound" | "Conflict", _) => Outcome::Ran,
                    _ => Outcome::Failed(format!("{refusal:?}")),
                },
            },
            Self::Route { method, path, .. } => {
                let body = (*method != Method::GET).then(|| json!({}));
                let answer = stack.rest(token, method.clone(), path, body).await;
                match (answer.status, answer.body.get("message").and_then(Value::as_str)) {
                    (401, Some(_)) => Outcome::NotSignedIn,
                    (403, Some(PROHIBITED)) => Outcome::Prohibited,
                    (200 | 201, _) | (400 | 404 | 409, Some(_)) => Outcome::Ran,
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
async fn an_access_token_names_no_member_of_staff_and_opens_nothing() {
    let stack = Stack::load().await;
    let token = stack.tokens("admin").await.access;
    walk(&stack, Some(&token), |_| Outcome::Prohibited).await;
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
