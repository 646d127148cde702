//! What is told by the telemetry queue of a deployed stack, and what people and tables hold of it then.
#![cfg(test)]

mod dead_letters;
mod facts;
mod flood;
mod locations;

use serde_json::{Value, json};
use shared::Instant;
use uuid::Uuid;

/// A message of a new identity.
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

/// A location's id that no other test has.
fn nowhere() -> String {
    format!("TEST_{}", Uuid::now_v7().simple())
}
