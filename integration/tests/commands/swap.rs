//! `sendConfirmedInventoryAndConfirmedReservation`.

use crate::helpers::{command, messages, send};
use integration::{NewLocation, Stack, stack_test};
use serde_json::json;

const SWAP: &str = "mutation ($locationId: ID!) {
    sendConfirmedInventoryAndConfirmedReservation(locationId: $locationId) { resource operation state }
}";

#[stack_test]
async fn the_second_step_of_a_swap_requests_the_confirmed_inventory(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    send(&operations, &id, "ServiceRestart", "INVENTORY_SERVICE").await;
    let sent = operations.call(SWAP, json!({ "locationId": id })).await;
    assert_eq!(sent, json!({ "resource": "ConfirmedInventory", "operation": "SEND", "state": "QUEUED" }));
    assert_eq!(messages(&operations, &id).await.len(), 2);
    // The command of the second step cannot be sent with createQueueMessage.
    let (query, variables) = command(&id, "ConfirmedInventory", "SEND");
    assert_eq!(operations.call_rejected(query, variables).await.kind, "Invalid");
}
