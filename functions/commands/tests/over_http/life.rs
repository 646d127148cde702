//! What fridges say of commands, by telemetry.

use crate::fridge::{answer, messages, newest_in, send};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, in_seconds};

/// Lets the time of a command be over.
async fn expire(stack: &Stack, location: &str, entry: &str) {
    let text = |text: &str| AttributeValue::S(text.into());
    let update = stack.aws().dynamodb().update_item().table_name(stack.aws().table("FridgeCommands"));
    let update = update.key("location", text(location)).key("entry", text(entry));
    let update = update.update_expression("SET expiresAt = :over").condition_expression("attribute_exists(entry)");
    update.expression_attribute_values(":over", text(&in_seconds(-1).to_string())).send().await.unwrap();
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_command_is_delivered_and_acknowledged_whatever_comes_twice_or_late() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "VendingUnitReset", "RESET").await;
    let delivered = answer(&id, &sent, "DELIVERED", None, -2);
    stack.aws().send("telemetry", std::slice::from_ref(&delivered), 0).await;
    let told = newest_in(&operations, &id, "DELIVERED").await;
    assert!(told["deliveredAt"].is_string() && told["endedAt"].is_null());

    let done = answer(&id, &sent, "ACKNOWLEDGED", Some("STATUS_0_READY"), -1);
    stack.aws().send("telemetry", &[done.clone(), done], 0).await;
    let told = newest_in(&operations, &id, "ACKNOWLEDGED").await;
    assert_eq!(told["result"], "STATUS_0_READY");
    // The delivery once more, later: a life does not lead back.
    stack.aws().send("telemetry", &[delivered], 0).await;
    let after = send(&operations, &id, "VendingUnitReset", "RESET").await;
    stack.aws().send("telemetry", &[answer(&id, &after, "DELIVERED", None, 0)], 0).await;
    newest_in(&operations, &id, "DELIVERED").await;
    assert_eq!(messages(&operations, &id).await[1], told);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_refusal_says_why_and_the_end_may_come_before_the_delivery() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "SafetyHold", "DISABLE").await;
    let refused = answer(&id, &sent, "REFUSED", Some("Food is not safe"), 0);
    stack.aws().send("telemetry", &[refused], 0).await;
    let told = newest_in(&operations, &id, "REFUSED").await;
    assert_eq!((&told["result"], &told["deliveredAt"]), (&json!("Food is not safe"), &Value::Null));
    // What is over can be asked anew.
    assert_ne!(send(&operations, &id, "SafetyHold", "DISABLE").await["id"], sent["id"]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_command_that_was_not_fetched_in_time_reads_as_expired_and_can_be_sent_again() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "OutOfOrder", "DISABLE").await;
    // Its five minutes, over.
    let entry = format!("command#{}", sent["id"].as_str().unwrap());
    expire(&stack, &id, &entry).await;
    let told = newest_in(&operations, &id, "EXPIRED").await;
    assert!(told["endedAt"].is_string());
    assert_ne!(send(&operations, &id, "OutOfOrder", "DISABLE").await["id"], sent["id"]);
}
