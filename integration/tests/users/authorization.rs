//! The operations that require only sign-in, and calls of every operation by disabled accounts and administrators. The
//! tests in `attack` call every operation with other tokens and as every profile.

use crate::{
    RESEND_INVITATION_LOCK,
    accounts::set_enabled,
    operations::{Declared, Operation, Outcome, check_all_operations, declared_operations, operations},
};
use integration::{Member, Method, Stack, stack_test, with_cleanup};
use serde_json::json;
use std::collections::BTreeSet;

/// Operations that require only sign-in, each with the reason. All other operations require an action. A new operation
/// that requires only sign-in fails these tests until it is listed here.
const SIGN_IN_ONLY: &[(&str, &str)] = &[
    ("myPermissions", "returns the caller's own; screens disable operations by them"),
    ("mySignIns", "returns the caller's own; shows whether another person uses the account"),
    ("myPreferences", "returns the caller's own"),
    ("updateMyPreferences", "changes only the caller's own"),
    ("administrators", "names whom a user without a permission can ask for it"),
    ("featureFlags", "returns the caller's own; the navigation depends on them"),
    ("recordPageViews", "records only which screens the caller viewed"),
    ("reportBrowserProblems", "logs problems of the caller's browser and stores nothing"),
    ("fridgeHealth", "any member of staff can get a question about a fridge"),
    ("fleetHealth", "as fridgeHealth"),
    ("fridgeTemperatures", "as fridgeHealth"),
    ("temperatureReadings", "as fridgeHealth"),
    ("safetyHoldChanges", "as fridgeHealth"),
    ("correctiveActions", "as fridgeHealth; an inspector can ask any member of staff"),
    ("fridgeAlerts", "as fridgeHealth"),
    ("alertNotices", "as fridgeAlerts; shows who received a notice of an alert"),
    ("alertSnoozes", "as fridgeAlerts; shows why an alert sends no notices"),
    ("followFridge", "as fridgeHealth; publishes its live events, which contain no data"),
    ("fridgeConnection", "as fridgeHealth; contains no private key"),
    ("disconnectedFridges", "as fridgeHealth"),
    ("getFridgeEvents", "as fridgeHealth"),
    ("getFridgeSegmentEvents", "as fridgeHealth; the events name no customer"),
    ("readQueueMessages", "as fridgeHealth; shows the results of commands to a fridge"),
    ("getFridgeArtifacts", "as fridgeHealth; shows the versions that a fridge runs"),
    ("fridgeSoftwareHistory", "as getFridgeArtifacts"),
    ("getFridgeSoftwarePilots", "as getFridgeArtifacts"),
    ("fridgeDeployments", "as getFridgeArtifacts"),
    ("fridgeDeployment", "as getFridgeArtifacts"),
    ("fridgeDeploymentTargets", "as getFridgeArtifacts"),
    ("getAvailableFridgeArtifacts", "version names, which getFridgeArtifacts also returns"),
    ("GET /reports/stockouts/{date}", "stock-outs, which planning and sales read; names no customer"),
    ("GET /forecast/view/{date}", "quantities that kitchen, planners and drivers work with"),
    ("GET /forecast/days", "as GET /forecast/view/{date}"),
    ("GET /forecast/history", "as GET /forecast/view/{date}; it names members of staff"),
    ("pars", "target quantities that planners, packers and drivers work with"),
];

fn requires_only_sign_in(name: &str) -> bool {
    SIGN_IN_ONLY.iter().any(|(listed, _)| *listed == name)
}

#[test]
fn calls_exactly_the_declared_fields_and_routes() {
    let (mut fields, mut routes) = (BTreeSet::new(), BTreeSet::new());
    for operation in operations() {
        let is_new = match operation {
            Operation::Field(call) => fields.insert(call.name),
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
}

#[test]
fn the_listed_operations_alone_require_only_sign_in() {
    let listed: BTreeSet<_> = SIGN_IN_ONLY.iter().map(|(name, _)| (*name).to_owned()).collect();
    let declared = declared_operations().into_iter().filter(|operation| operation.actions.is_empty());
    assert_eq!(listed, declared.map(|operation| operation.name).collect());
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
