//! Fridges with a wrong clock.

use crate::helpers::{dead_letter, wait_for_connection};
use integration::{
    NewLocation, Stack,
    fridge::{Fridge, message},
    in_seconds, stack_test, wait_until,
};
use serde_json::json;
use shared::fridge_topics::Up;
use std::time::Duration;

const YEAR: i64 = 365 * 86_400;
/// The maximum difference between the measured difference and the real one, in seconds.
const TOLERANCE: i64 = 60;

const SEND: &str = "mutation ($id: ID!, $message: QueueMessageInput!) {
    createQueueMessage(location: $id, message: $message) { id }
}";

const READ: &str = "query ($id: ID!) { readQueueMessages(id: $id) { items { id state deliveredAt endedAt } } }";

#[stack_test]
async fn telemetry_with_a_clock_that_is_a_year_off_is_a_dead_letter_and_the_connection_shows_it(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    for skew in [-YEAR, YEAR] {
        let fields = json!({ "hostname": "clock.local", "fridgeModel": "VISION_E5" });
        let report = message("FridgeIdentity", in_seconds(skew), &fields);
        fridge.send(Up::Telemetry, &report).await;
        assert_eq!(dead_letter(&stack, &report.to_string()).await["field"], "occurredAt");
        let is_shown = |connection: &serde_json::Value| {
            connection["clockSkewSeconds"].as_i64().is_some_and(|seconds| (seconds - skew).abs() < TOLERANCE)
        };
        wait_for_connection(&admin, &id, "the difference of the clocks", is_shown).await;
    }
    assert_eq!(admin.location(&id).await["hostname"], json!(null));
}

#[stack_test]
async fn a_receipt_with_a_wrong_clock_counts_at_the_time_of_the_broker(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    let payload = json!({ "resource": "SafetyHold", "operation": "ENABLE" });
    let sent = operations.call(SEND, json!({ "id": id, "message": { "messageType": "Resource", "payload": payload } }));
    let sent = sent.await;
    let command = fridge.next_command(Duration::from_secs(20)).await.expect("the command");
    assert_eq!(command["commandId"], sent["id"]);
    for (outcome, skew) in [("DELIVERED", -YEAR), ("ACKNOWLEDGED", YEAR)] {
        let fields = json!({ "commandId": sent["id"], "outcome": outcome });
        fridge.send(Up::Receipts, &message("CommandAcknowledgement", in_seconds(skew), &fields)).await;
    }
    let acknowledged = async || {
        let command = operations.call(READ, json!({ "id": id })).await["items"][0].clone();
        (command["state"] == "ACKNOWLEDGED").then_some(command)
    };
    let command = wait_until("the acknowledged command", acknowledged).await;
    let recent = in_seconds(-600).to_string()..in_seconds(60).to_string();
    for field in ["deliveredAt", "endedAt"] {
        assert!(recent.contains(&command[field].as_str().unwrap_or_default().to_owned()), "{field}: {command}");
    }
}
