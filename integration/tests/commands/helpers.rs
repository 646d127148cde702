//! Helpers of the command tests: sending commands, and acknowledging them as a fridge does.

use integration::{Person, fridge::Fridge, in_seconds, wait_until};
use serde_json::{Value, json};
use std::time::Duration;
use uuid::Uuid;

const CREATE: &str = "mutation ($location: ID!, $message: QueueMessageInput!) {
    createQueueMessage(location: $location, message: $message) {
        id location timestamp messageType operation resource user state deliveredAt endedAt expiresAt result
        wasQueued
    }
}";

/// The maximum time until a fridge receives a command.
pub(crate) const RECEIVE_TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) const READ: &str = "query ($id: ID!, $count: Int, $version: Int, $nextToken: String) {
    readQueueMessages(id: $id, count: $count, version: $version, nextToken: $nextToken) {
        items { id operation resource user state deliveredAt endedAt result } nextToken
    }
}";

/// The query and variables of a `createQueueMessage` call.
pub(crate) fn command(location: &str, resource: &str, operation: &str) -> (&'static str, Value) {
    let payload = json!({ "resource": resource, "operation": operation });
    (CREATE, json!({ "location": location, "message": { "messageType": "Resource", "payload": payload } }))
}

/// Sends a command that must be accepted, and returns it.
pub(crate) async fn send(person: &Person<'_>, location: &str, resource: &str, operation: &str) -> Value {
    let (query, variables) = command(location, resource, operation);
    person.call(query, variables).await
}

/// The commands of a fridge or of one of its queues, newest first.
pub(crate) async fn messages(person: &Person<'_>, id: &str) -> Vec<Value> {
    person.call(READ, json!({ "id": id })).await["items"].as_array().unwrap().clone()
}

/// An acknowledgment message of a fridge that occurs `seconds` from now.
pub(crate) fn acknowledgement(
    location: &str,
    command: &Value,
    outcome: &str,
    result: Option<&str>,
    seconds: i64,
) -> Value {
    json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "CommandAcknowledgement", "locationId": location,
        "occurredAt": in_seconds(seconds), "commandId": command["id"], "outcome": outcome, "result": result,
    })
}

/// Waits until the fridge's newest command has this state, and returns it.
pub(crate) async fn wait_for_newest(person: &Person<'_>, location: &str, state: &str) -> Value {
    let newest =
        async || messages(person, location).await.into_iter().next().filter(|message| message["state"] == state);
    wait_until(state, newest).await
}

/// The next command that a connected fridge receives.
pub(crate) async fn receive(fridge: &mut Fridge) -> Value {
    fridge.next_command(RECEIVE_TIMEOUT).await.expect("a command")
}
