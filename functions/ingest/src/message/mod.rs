//! Messages of version 1: a common envelope, and the payload of the message type.

mod fact;
pub mod schema;

pub use fact::Fact;

use chrono::Duration;
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use shared::{Error, Instant, Result};
use uuid::Uuid;

/// The supported version.
const SCHEMA_VERSION: u64 = 1;
/// Maximum size of a message in bytes: many times the size of the largest expected message.
pub const MAX_BYTES: usize = 200_000;
/// Maximum difference of a sender's clock. A message from the future would win over all later messages.
const CLOCK_SKEW: Duration = Duration::minutes(15);

/// A telemetry message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The sender's id of the message.
    pub message_id: Uuid,
    /// The location that the message is about.
    pub location_id: LocationId,
    /// When the reported fact occurred.
    pub occurred_at: Instant,
    /// The reported fact.
    pub fact: Fact,
}

/// The fields of every message.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    /// The version of the message format: 1.
    schema_version: u64,
    /// The sender's id of the message. A message with the same id is a duplicate.
    message_id: Uuid,
    /// The type of the message.
    #[serde(rename = "type")]
    fact: String,
    /// The location that the message is about.
    location_id: LocationId,
    /// When the reported fact occurred, with a UTC offset. At most 15 minutes in the future.
    occurred_at: Instant,
}

impl Message {
    /// Parses and validates a message.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the invalid field and the reason, which the dead letter contains.
    pub fn read(body: &str, now: Instant) -> Result<Self> {
        if body.len() > MAX_BYTES {
            return Err(Error::invalid("body", format!("the body has {} bytes, more than {MAX_BYTES}", body.len())));
        }
        let value: Value = serde_json::from_str(body).map_err(|error| Error::invalid("body", error.to_string()))?;
        match value.get("schemaVersion").and_then(Value::as_u64) {
            Some(SCHEMA_VERSION) => {}
            Some(other) => {
                return Err(Error::invalid("schemaVersion", format!("schemaVersion {other} is not supported")));
            }
            None => return Err(Error::invalid("schemaVersion", "schemaVersion should be a number")),
        }
        let Envelope { message_id, fact, location_id, occurred_at, .. } = parse(&value)?;
        if occurred_at > now.plus(CLOCK_SKEW) {
            let message = format!("occurredAt {occurred_at} is more than 15 minutes after the current time, {now}");
            return Err(Error::invalid("occurredAt", message));
        }
        Ok(Self { message_id, location_id, occurred_at, fact: Fact::read(&fact, &value)? })
    }
}

/// Deserializes `value` as `T`.
///
/// # Errors
/// [`Error::Invalid`] with the path of the invalid field.
fn parse<T: DeserializeOwned>(value: &Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (path, inner) = (error.path().to_string(), error.inner().to_string());
        match path.as_str() {
            // serde reports a missing field at the path of its object.
            "." => match missing_field(&inner) {
                Some(field) => Error::invalid(field, format!("{field} is required")),
                None => Error::invalid("body", inner),
            },
            _ => Error::invalid(path.clone(), format!("{path}: {inner}")),
        }
    })
}

/// The name of the missing field in a serde error.
fn missing_field(error: &str) -> Option<&str> {
    error.strip_prefix("missing field `")?.split('`').next()
}

#[cfg(test)]
mod tests;
