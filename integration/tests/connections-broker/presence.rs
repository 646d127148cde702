//! Whether a fridge is connected.

use crate::helpers::{certificate, connection, wait_for_connection};
use integration::{
    NewLocation, Stack,
    fridge::{DisconnectReasonCode, Identity},
    stack_test,
};
use serde_json::Value;
use std::time::Duration;

fn has(state: &str) -> impl Fn(&Value) -> bool + '_ {
    move |connection| connection["state"] == state
}

#[stack_test]
async fn a_fridge_is_connected_until_it_disconnects(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    assert_eq!(connection(&admin, &id).await["state"], "NEVER");
    let identity = Identity::new(&stack, &id).await;
    assert_eq!(certificate(&connection(&admin, &id).await, identity.certificate())["state"], "ISSUED");

    let fridge = identity.connect(&stack).await;
    wait_for_connection(&admin, &id, "the connection", has("CONNECTED")).await;
    let is_active = |connection: &Value| certificate(connection, identity.certificate())["state"] == "ACTIVE";
    let active = wait_for_connection(&admin, &id, "the active certificate", is_active).await;
    assert!(certificate(&active, identity.certificate())["activatedAt"].is_string());
    fridge.disconnect().await;
    let ended = wait_for_connection(&admin, &id, "the disconnection", has("DISCONNECTED")).await;
    assert_eq!(ended["reason"], "CLIENT_INITIATED_DISCONNECT");

    let fridge = identity.connect(&stack).await;
    wait_for_connection(&admin, &id, "the second connection", has("CONNECTED")).await;
    // The computer loses its power.
    drop(fridge);
    let lost = wait_for_connection(&admin, &id, "the lost connection", has("DISCONNECTED")).await;
    assert_ne!(lost["reason"], "CLIENT_INITIATED_DISCONNECT");
    assert_eq!(lost["takeovers"], 0);
}

#[stack_test]
async fn a_second_client_with_the_same_id_replaces_the_first_and_counts_as_a_takeover(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let mut first = identity.connect(&stack).await;
    let second = identity.connect(&stack).await;
    assert_eq!(first.disconnected(Duration::from_secs(20)).await, Some(DisconnectReasonCode::SessionTakenOver));
    let has_takeover = |connection: &Value| connection["takeovers"] == 1;
    let shown = wait_for_connection(&admin, &id, "the takeover", has_takeover).await;
    // The second client is connected, in any order of the events.
    assert_eq!(shown["state"], "CONNECTED");
    drop(second);
}
