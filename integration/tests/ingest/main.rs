//! Tests of the telemetry queue and the upstream queue against a deployed stack: messages are sent to the queues, and the
//! results are read from the tables and the API.
#![cfg(test)]

mod dead_letters;
mod facts;
mod flood;
mod locations;
mod senders;

use serde_json::{Value, json};
use shared::Instant;
use uuid::Uuid;

/// A message with a new id.
fn message(kind: &str, location: &str, occurred_at: Instant, fields: &Value) -> Value {
    let mut message = json!({
        "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": kind, "locationId": location,
        "occurredAt": occurred_at,
    });
    if let (Value::Object(message), Value::Object(fields)) = (&mut message, fields) {
        message.extend(fields.clone());
    }
    message
}

/// A location id that does not exist.
fn unknown_location_id() -> String {
    format!("TEST_{}", Uuid::now_v7().simple())
}
