//! Calls of every operation as every profile of the staff. The declared actions of an operation and the actions of the
//! profile determine the outcome.

use crate::{
    RESEND_INVITATION_LOCK,
    operations::{Declared, Outcome, check_all_operations, declared_operations},
};
use integration::{Stack, print_attack, stack_test};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// The outcome of a call by a user with the actions.
fn expected(operation: &Declared, granted: &BTreeSet<String>) -> Outcome {
    let is_permitted = match operation {
        Declared { actions, .. } if actions.is_empty() => true,
        Declared { actions, needs_all: true, .. } => actions.iter().all(|action| granted.contains(action)),
        Declared { actions, needs_all: false, .. } => actions.iter().any(|action| granted.contains(action)),
    };
    if is_permitted { Outcome::Ran } else { Outcome::Prohibited }
}

#[stack_test]
async fn every_profile_can_call_exactly_the_operations_that_its_actions_permit(stack: Stack) {
    let _guard = RESEND_INVITATION_LOCK.lock().await;
    let operations: BTreeMap<String, Declared> =
        declared_operations().into_iter().map(|operation| (operation.name.clone(), operation)).collect();
    for user in stack.users() {
        let granted: BTreeSet<String> = seed::staff::actions(&user.profile).iter().map(ToString::to_string).collect();
        let listed = stack.person(&user.profile).await.call("{ myPermissions }", json!({})).await;
        let listed: BTreeSet<String> = serde_json::from_value(listed).unwrap();
        assert_eq!(listed, granted, "{}", user.profile);
        let token = stack.tokens(&user.profile).await.id;
        let outcome = |name: &str| expected(operations.get(name).unwrap(), &granted);
        let (rejected, accepted) = Box::pin(check_all_operations(&stack, Some(&token), outcome)).await;
        print_attack(&format!("profile {}", user.profile), rejected, accepted);
    }
}

#[test]
fn an_operation_that_needs_all_actions_rejects_a_user_with_one_of_them() {
    let operation = |actions: &[&str], needs_all| Declared {
        name: String::new(),
        kind: String::new(),
        actions: actions.iter().map(|action| (*action).into()).collect(),
        needs_all,
    };
    let granted = BTreeSet::from(["A".to_owned()]);
    assert_eq!(expected(&operation(&[], false), &granted), Outcome::Ran);
    assert_eq!(expected(&operation(&["A", "B"], false), &granted), Outcome::Ran);
    assert_eq!(expected(&operation(&["A", "B"], true), &granted), Outcome::Prohibited);
    assert_eq!(expected(&operation(&["B"], false), &granted), Outcome::Prohibited);
}
