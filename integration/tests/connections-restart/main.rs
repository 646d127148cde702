//! Tests that fridges connect again after a restart of the broker. Runs alone, because it stops the stack and starts it
//! without the web app.
#![cfg(test)]

use integration::{
    NewLocation, Stack,
    fridge::{Identity, down_topic, message, session},
    stack_test, wait_until_within,
};
use serde_json::{Value, json};
use shared::{
    Instant,
    fridge_topics::{Down, FridgeTopics, Up},
};
use std::time::Duration;

const SEND: &str = "mutation ($id: ID!, $message: QueueMessageInput!) {
    createQueueMessage(location: $id, message: $message) { id }
}";
/// The maximum time until a session connects again: the longest time between two attempts, and a margin.
const RECONNECT_TIME: Duration = Duration::from_mins(4);

#[stack_test]
async fn a_restart_of_the_broker_loses_no_message_and_no_command(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let (fridge, mut events) = identity.session(&stack).await;
    stack.stop();
    // The fridge reports while the broker is down.
    let fields = json!({ "hostname": "restart.local", "fridgeModel": "VISION_E5" });
    let report = message("FridgeIdentity", Instant::now(), &fields);
    fridge.publish(FridgeTopics::new(stack.environment()).up(&id, Up::Telemetry), report.to_string());
    stack.start();

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
