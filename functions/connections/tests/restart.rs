//! Tests that fridges connect again after a restart of the broker. Runs alone, because it stops the stack and starts it
//! without the web app.
#![cfg(test)]

use serde_json::{Value, json};
use shared::{
    Instant,
    fridge_topics::{Down, FridgeTopics, Up},
};
use std::{process::Command, time::Duration};
use testkit::{
    NewLocation, Stack,
    fridge::{Identity, down_topic, message, session},
    stack_test, wait_until_within,
};

const SEND: &str = "mutation ($id: ID!, $message: QueueMessageInput!) {
    createQueueMessage(location: $id, message: $message) { id }
}";
/// The maximum time until a session connects again: the longest time between two attempts, and a margin.
const RECONNECT_TIME: Duration = Duration::from_mins(4);

/// Runs a command of `scripts/` for the stack's port.
fn run(stack: &Stack, command: &str, arguments: &[&str]) {
    let path = format!("../../scripts/{command}");
    let output = Command::new(path).args(["--port", &stack.port().to_string()]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

#[stack_test]
async fn a_restart_of_the_broker_loses_no_message_and_no_command(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let (fridge, mut events) = identity.session(&stack).await;
    run(&stack, "down", &[]);
    // The fridge reports while the broker is down.
    let fields = json!({ "hostname": "restart.local", "fridgeModel": "VISION_E5" });
    let report = message("FridgeIdentity", Instant::now(), &fields);
    fridge.publish(FridgeTopics::new(stack.environment()).up(&id, Up::Telemetry), report.to_string());
    run(&stack, "up", &["--no-web", "--no-simulator", "--fleet", "50"]);

    // Load the stack again, because the restart closed all connections.
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let payload = json!({ "resource": "SafetyHold", "operation": "ENABLE" });
    let message = json!({ "messageType": "Resource", "payload": payload });
    let sent = admin.call(SEND, json!({ "id": id, "message": message })).await["id"].clone();
    let stored = async || (admin.location(&id).await["hostname"] == "restart.local").then_some(());
    wait_until_within(RECONNECT_TIME, "the report", stored).await;
    let received = async {
        loop {
            let (_, event) = events.recv().await.unwrap();
            if let session::Event::Received { topic, payload, .. } = event
                && down_topic(&topic) == Some(Down::Commands)
            {
                return serde_json::from_slice::<Value>(&payload).unwrap();
            }
        }
    };
    let command = tokio::time::timeout(RECONNECT_TIME, received).await.expect("the command");
    assert_eq!(command["commandId"], sent);
}
