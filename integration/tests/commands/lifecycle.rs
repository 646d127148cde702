//! Acknowledgments of commands by telemetry.

use crate::helpers::{acknowledgement, messages, send, wait_for_newest};
use integration::{NewLocation, Stack, in_seconds, stack_test};
use serde_json::Value;
use shared::table::AttributeValue;

/// Sets the expiry of a command to the past.
async fn expire(stack: &Stack, location: &str, entry: &str) {
    let text = |text: &str| AttributeValue::S(text.into());
    let update = stack.aws().dynamodb().update_item().table_name(stack.aws().table("FridgeCommands"));
    let update = update.key("location", text(location)).key("entry", text(entry));
    let update = update.update_expression("SET expiresAt = :expiry").condition_expression("attribute_exists(entry)");
    update.expression_attribute_values(":expiry", text(&in_seconds(-1).to_string())).send().await.unwrap();
}

#[stack_test]
async fn a_command_is_delivered_and_acknowledged_despite_duplicate_and_late_receipts(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "VendingUnitReset", "RESET").await;
    let delivered = acknowledgement(&id, &sent, "DELIVERED", None, -2);
    stack.aws().send_telemetry(std::slice::from_ref(&delivered)).await;
    let stored = wait_for_newest(&operations, &id, "DELIVERED").await;
    assert!(stored["deliveredAt"].is_string(), "{stored}");
    assert!(stored["endedAt"].is_null(), "{stored}");

    let done = acknowledgement(&id, &sent, "ACKNOWLEDGED", Some("STATUS_0_READY"), -1);
    stack.aws().send_telemetry(&[done.clone(), done]).await;
    let stored = wait_for_newest(&operations, &id, "ACKNOWLEDGED").await;
    assert_eq!(stored["result"], "STATUS_0_READY");
    // A duplicate of the delivery after the acknowledgment does not change the state.
    stack.aws().send_telemetry(&[delivered]).await;
    let after = send(&operations, &id, "VendingUnitReset", "RESET").await;
    stack.aws().send_telemetry(&[acknowledgement(&id, &after, "DELIVERED", None, 0)]).await;
    wait_for_newest(&operations, &id, "DELIVERED").await;
    assert_eq!(messages(&operations, &id).await[1], stored);
}

#[stack_test]
async fn a_rejection_contains_its_reason_and_can_precede_the_delivery(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "SafetyHold", "DISABLE").await;
    let rejected = acknowledgement(&id, &sent, "REFUSED", Some("Food is not safe"), 0);
    stack.aws().send_telemetry(&[rejected]).await;
    let stored = wait_for_newest(&operations, &id, "REFUSED").await;
    assert_eq!(stored["result"], "Food is not safe");
    assert_eq!(stored["deliveredAt"], Value::Null);
    // The same operation after the end is a new command.
    assert_ne!(send(&operations, &id, "SafetyHold", "DISABLE").await["id"], sent["id"]);
}

#[stack_test]
async fn a_command_without_a_receipt_in_time_is_expired_and_can_be_sent_again(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let sent = send(&operations, &id, "OutOfOrder", "DISABLE").await;
    // The five minutes are over.
    let entry = format!("command#{}", sent["id"].as_str().unwrap());
    expire(&stack, &id, &entry).await;
    let stored = wait_for_newest(&operations, &id, "EXPIRED").await;
    assert!(stored["endedAt"].is_string());
    assert_ne!(send(&operations, &id, "OutOfOrder", "DISABLE").await["id"], sent["id"]);
}
