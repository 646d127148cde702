//! `sendConfirmedInventoryAndConfirmedReservation`.

use crate::fridge::{command, messages, send};
use serde_json::json;
use testkit::{NewLocation, Stack};

const SWAP: &str = "mutation ($locationId: ID!) {
    sendConfirmedInventoryAndConfirmedReservation(locationId: $locationId) { resource operation state }
}";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_swap_restarts_the_inventory_service_and_then_asks_for_what_is_confirmed() {
    let stack = Stack::load().await;
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    send(&operations, &id, "ServiceRestart", "INVENTORY_SERVICE").await;
    let sent = operations.ask(SWAP, json!({ "locationId": id })).await;
    assert_eq!(sent, json!({ "resource": "ConfirmedInventory", "operation": "SEND", "state": "QUEUED" }));
    assert_eq!(messages(&operations, &id).await.len(), 2);
    // The second step is not to be had by itself.
    let (query, variables) = command(&id, "ConfirmedInventory", "SEND");
    assert_eq!(operations.refused(query, variables).await.kind, "Invalid");
}
