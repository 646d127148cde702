//! The messages, version 1: an envelope that all have, and the fact that its type names.

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

/// The version that is understood.
const SCHEMA_VERSION: u64 = 1;
/// The longest message, in bytes. What is told of a fridge fits many times over.
pub const LONGEST: usize = 200_000;
/// How far a sender's clock may be ahead. What is later would win over all that comes after it.
const AHEAD: Duration = Duration::minutes(15);

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The sender's identity for it.
    pub message_id: Uuid,
    /// The location that it speaks of.
    pub location_id: LocationId,
    /// When what it tells was so.
    pub occurred_at: Instant,
    /// What it tells.
    pub fact: Fact,
}

/// What every message has.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    /// The version of the messages: 1.
    schema_version: u64,
    /// The sender's identity for the message: the same again is the same message.
    message_id: Uuid,
    /// What the message tells.
    #[serde(rename = "type")]
    fact: String,
    /// The location that it speaks of.
    location_id: LocationId,
    /// When what it tells was so, with an offset: at most 15 minutes ahead.
    occurred_at: Instant,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// [`Error::Invalid`], with the field and what is wrong with it, for those who look at the dead-letter queue.
    pub fn read(body: &str, now: Instant) -> Result<Self> {
        if body.len() > LONGEST {
            return Err(Error::invalid("body", format!("the body has {} bytes, more than {LONGEST}", body.len())));
        }
        let value: Value = serde_json::from_str(body).map_err(|error| Error::invalid("body", error.to_string()))?;
        match value.get("schemaVersion").and_then(Value::as_u64) {
            Some(SCHEMA_VERSION) => {}
            Some(other) => return Err(Error::invalid("schemaVersion", format!("schemaVersion {other} is not known"))),
            None => return Err(Error::invalid("schemaVersion", "schemaVersion should be a number")),
        }
        let Envelope { message_id, fact, location_id, occurred_at, .. } = parse(&value)?;
        if occurred_at > now.plus(AHEAD) {
            let message = format!("occurredAt {occurred_at} is in the future: it is {now}");
            return Err(Error::invalid("occurredAt", message));
        }
        Ok(Self { message_id, location_id, occurred_at, fact: Fact::read(&fact, &value)? })
    }
}

/// Reads `value` as `T`.
///
/// # Errors
/// [`Error::Invalid`] with the path of the field that does not fit.
fn parse<T: DeserializeOwned>(value: &Value) -> Result<T> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let (path, inner) = (error.path().to_string(), error.inner().to_string());
        match path.as_str() {
            // What is missing is a fault of the object that lacks it.
            "." => Error::invalid(missing(&inner).unwrap_or("body"), inner.clone()),
            _ => Error::invalid(path.clone(), format!("{path}: {inner}")),
        }
    })
}

/// The field that serde says is missing.
fn missing(error: &str) -> Option<&str> {
    error.strip_prefix("missing field `")?.split('`').next()
}

#[cfg(test)]
mod tests;
