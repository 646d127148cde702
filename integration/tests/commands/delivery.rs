//! The delivery of commands to fridges that are connected to the broker.

use crate::helpers::{RECEIVE_TIMEOUT, messages, receive, send};
use integration::{NewLocation, Stack, fridge::Fridge, stack_test};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// The time in which a fridge receives no command of another fridge. Commands arrive within a second.
const QUIET_TIME: Duration = Duration::from_secs(3);

#[stack_test]
async fn only_the_fridge_of_a_command_receives_it(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let other = NewLocation::default().create(&operations).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    let mut other = Fridge::connect(&stack, &other).await;
    let sent = send(&operations, &id, "ServiceRestart", "REACT_UI").await;
    let expected = json!({
        "schemaVersion": 1, "commandId": sent["id"], "locationId": id, "resource": "ServiceRestart",
        "operation": "REACT_UI", "expiresAt": sent["expiresAt"],
    });
    assert_eq!(receive(&mut fridge).await, expected);
    assert_eq!(other.next_command(QUIET_TIME).await, None);
    // The broker's acknowledgment is not a receipt of the fridge.
    assert_eq!(messages(&operations, &id).await[0]["state"], "QUEUED");
}

#[stack_test]
async fn a_fridge_that_connects_later_receives_its_open_commands(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let mut sent = Vec::new();
    for (resource, operation) in [("SafetyHold", "ENABLE"), ("OutOfOrder", "ENABLE"), ("SafetyHold", "DISABLE")] {
        sent.push(send(&operations, &id, resource, operation).await["id"].clone());
    }
    // The first command is superseded. The broker has no session of the fridge that could have kept it.
    let open: BTreeSet<String> = sent[1..].iter().map(text).collect();
    let mut fridge = Fridge::connect(&stack, &id).await;
    let mut received = BTreeSet::new();
    while received != open {
        let command = text(&receive(&mut fridge).await["commandId"]);
        assert!(open.contains(&command), "{command} is superseded");
        received.insert(command);
    }
}

#[stack_test]
async fn a_repeated_command_is_published_again_with_the_same_id(stack: Stack) {
    let operations = stack.person("operations").await;
    let id = NewLocation::default().create(&operations).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    for _ in 0..2 {
        let sent = send(&operations, &id, "OutOfOrder", "ENABLE").await;
        let received = fridge.next_command(RECEIVE_TIMEOUT).await.map(|command| command["commandId"].clone());
        assert_eq!(received, Some(sent["id"].clone()));
    }
    assert_eq!(messages(&operations, &id).await.len(), 1);
}

fn text(id: &Value) -> String {
    id.as_str().unwrap().to_owned()
}
