//! What the tests share: a fridge that is sent commands, and that answers.

use serde_json::{Value, json};
use testkit::{Person, Stack, in_seconds, wait_until};
use uuid::Uuid;

const CREATE: &str = "mutation ($location: ID!, $message: QueueMessageInput!) {
    createQueueMessage(location: $location, message: $message) {
        id location timestamp messageType operation resource user state deliveredAt endedAt expiresAt result
    }
}";

pub(crate) const READ: &str = "query ($id: ID!, $count: Int, $version: Int, $nextToken: String) {
    readQueueMessages(id: $id, count: $count, version: $version, nextToken: $nextToken) {
        items { id operation resource user state deliveredAt endedAt result } nextToken
    }
}";

/// What a call of `createQueueMessage` takes.
pub(crate) fn command(location: &str, resource: &str, operation: &str) -> (&'static str, Value) {
    let payload = json!({ "resource": resource, "operation": operation });
    (CREATE, json!({ "location": location, "message": { "messageType": "Resource", "payload": payload } }))
}

/// Sends a command that must be taken; answers it.
pub(crate) async fn send(person: &Person<'_>, location: &str, resource: &str, operation: &str) -> Value {
    let (query, variables) = command(location, resource, operation);
    person.ask(query, variables).await
}

/// The messages of a fridge or one of its queues, newest first.
pub(crate) async fn messages(person: &Person<'_>, id: &str) -> Vec<Value> {
    person.ask(READ, json!({ "id": id })).await["items"].as_array().unwrap().clone()
}

/// Says what became of a command, as its fridge does, so many seconds from now.
pub(crate) fn answer(location: &str, command: &Value, outcome: &str, result: Option<&str>, seconds: i64) -> String {
    let message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "CommandAcknowledgement", "locationId": location,
        "occurredAt": in_seconds(seconds), "commandId": command["id"], "outcome": outcome, "result": result,
    });
    message.to_string()
}

/// The fridge's newest message, once it is in that state.
pub(crate) async fn newest_in(person: &Person<'_>, location: &str, state: &str) -> Value {
    let newest = async || messages(person, location).await.into_iter().next().filter(|told| told["state"] == state);
    wait_until(state, newest).await
}

/// What the command queue holds for a fridge. What is looked at is hidden for a moment, so that a look shows others.
pub(crate) async fn queued(stack: &Stack, location: &str) -> Vec<Value> {
    let mut found = Vec::new();
    loop {
        let receive = stack.aws().sqs().receive_message().queue_url(stack.aws().queue("command"));
        let received = receive.max_number_of_messages(10).visibility_timeout(10).send().await.unwrap();
        let messages = received.messages.unwrap_or_default();
        if messages.is_empty() {
            return found;
        }
        let bodies = messages.iter().map(|message| serde_json::from_str(message.body().unwrap_or_default()).unwrap());
        found.extend(bodies.filter(|body: &Value| body["locationId"] == location));
    }
}
