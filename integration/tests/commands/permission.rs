//! The permission and the flags that sending a command requires.

use crate::helpers::command;
use integration::{Member, NewLocation, Stack, stack_test, with_cleanup};
use serde_json::json;
use shared::table::AttributeValue;

const SWAP: &str = "mutation ($id: ID!) { sendConfirmedInventoryAndConfirmedReservation(locationId: $id) { id } }";

#[stack_test]
async fn sending_a_command_requires_the_permission_and_its_flag(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (query, restart) = command(&id, "ServiceRestart", "REACT_UI");
    let (_, hold) = command(&id, "SafetyHold", "ENABLE");
    // The flag for all commands allows each of them.
    assert_eq!(admin.call(query, restart.clone()).await["state"], "QUEUED");
    assert_eq!(stack.person("read-only").await.call_rejected(query, restart.clone()).await.kind, "Forbidden");

    let member = Member::create(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let grant = json!({ "user": member.user, "action": "SendFridgeCommand" });
        admin.post("/users/permissions", grant).await.expect(200);
        // The permission alone is not enough.
        let rejection = person.call_rejected(query, restart.clone()).await;
        assert_eq!(rejection.kind, "Forbidden");
        assert_eq!(rejection.message, "Error! User Action Prohibited!");
        assert_eq!(person.call_rejected(SWAP, json!({ "id": id })).await.kind, "Forbidden");
        // A flag allows its command and no other.
        let put = stack.aws().dynamodb().put_item().table_name(stack.aws().table("FeatureFlags"));
        let put = put.item("email", AttributeValue::S(member.email.clone()));
        put.item("flags", AttributeValue::Ss(vec!["food-safety-hold".into()])).send().await.unwrap();
        assert_eq!(person.call(query, hold).await["state"], "QUEUED");
        assert_eq!(person.call_rejected(query, restart).await.kind, "Forbidden");
    });
    with_cleanup(test, member.delete(&stack)).await;
}
