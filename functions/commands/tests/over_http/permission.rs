//! Who may send which command: the action, and the command's flag.

use crate::fridge::command;
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use testkit::{Member, NewLocation, Stack, afterwards};

const SWAP: &str = "mutation ($id: ID!) { sendConfirmedInventoryAndConfirmedReservation(locationId: $id) { id } }";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_command_needs_the_action_and_its_flag() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (query, restart) = command(&id, "ServiceRestart", "REACT_UI");
    let (_, hold) = command(&id, "SafetyHold", "ENABLE");
    // Who has the flag of all commands may send each.
    assert_eq!(admin.ask(query, restart.clone()).await["state"], "QUEUED");
    assert_eq!(stack.person("read-only").await.refused(query, restart.clone()).await.kind, "Forbidden");

    let member = Member::join(&stack).await;
    let test = Box::pin(async {
        let person = member.person(&stack).await;
        let grant = json!({ "user": member.user, "action": "SendFridgeCommand" });
        admin.post("/users/permissions", grant).await.expect(200);
        // The action alone.
        let refusal = person.refused(query, restart.clone()).await;
        assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
        assert_eq!(person.refused(SWAP, json!({ "id": id })).await.kind, "Forbidden");
        // With one flag, its command and no other.
        let put = stack.aws().dynamodb().put_item().table_name(stack.aws().table("FeatureFlags"));
        let put = put.item("email", AttributeValue::S(member.email.clone()));
        put.item("flags", AttributeValue::Ss(vec!["food-safety-hold".into()])).send().await.unwrap();
        assert_eq!(person.ask(query, hold).await["state"], "QUEUED");
        assert_eq!(person.refused(query, restart).await.kind, "Forbidden");
    });
    afterwards(test, member.leave(&stack)).await;
}
