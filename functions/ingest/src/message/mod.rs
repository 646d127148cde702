//! Messages of version 1: a common envelope, and the payload of the message type.

mod fact;
pub mod schema;
mod source;

pub use fact::Fact;
pub use source::Source;

use crate::sender::{FridgeSender, Sender};
use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::Duration;
use fact::check_source;
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use shared::{Error, Instant, Result, fridge_topics::Up};
use std::borrow::Cow;
use uuid::Uuid;

/// The supported version.
const SCHEMA_VERSION: u64 = 1;
/// Maximum size of a message in bytes: many times the size of the largest expected message.
pub const MAX_BYTES: usize = 200_000;
/// Maximum difference of a sender's clock. A message from the future would win over all later messages.
const CLOCK_SKEW: Duration = Duration::minutes(15);
/// Maximum age of a fridge's message when the broker receives it. A fridge with an earlier time has a wrong clock.
const MAX_AGE: Duration = Duration::days(7);

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
    #[schemars(with = "LocationId")]
    location_id: Option<LocationId>,
    /// When the reported fact occurred, with a UTC offset. At most 15 minutes in the future.
    occurred_at: Instant,
}

/// The reason why a message was rejected.
#[derive(Debug)]
pub struct Rejection {
    /// The invalid field and the reason, which the dead letter contains.
    pub error: Error,
    /// The difference between the clock of the fridge and that of the broker, if the message was rejected for it.
    /// Positive if the clock of the fridge is ahead.
    pub clock_skew: Option<Duration>,
}

impl From<Error> for Rejection {
    fn from(error: Error) -> Self {
        Self { error, clock_skew: None }
    }
}

impl Message {
    /// Parses and validates a message. A message of a fridge is about the fridge that sent it.
    ///
    /// # Errors
    /// [`Error::Invalid`] in the rejection.
    pub fn read(body: &str, sender: &Sender, now: Instant) -> Result<Self, Rejection> {
        let body = payload(body, sender)?;
        if body.len() > MAX_BYTES {
            let message = format!("the body has {} bytes, more than {MAX_BYTES}", body.len());
            return Err(Error::invalid("body", message).into());
        }
        let value: Value = serde_json::from_str(&body).map_err(|error| Error::invalid("body", error.to_string()))?;
        match value.get("schemaVersion").and_then(Value::as_u64) {
            Some(SCHEMA_VERSION) => {}
            Some(other) => {
                return Err(Error::invalid("schemaVersion", format!("schemaVersion {other} is not supported")).into());
            }
            None => return Err(Error::invalid("schemaVersion", "schemaVersion should be a number").into()),
        }
        let Envelope { message_id, fact, location_id, occurred_at, .. } = parse(&value)?;
        check_source(&fact, sender)?;
        let location_id = location(location_id, sender)?;
        let occurred_at = time(occurred_at, sender, now)?;
        Ok(Self { message_id, location_id, occurred_at, fact: Fact::read(&fact, &value)? })
    }
}

/// The text that the sender sent.
fn payload<'a>(body: &'a str, sender: &Sender) -> Result<Cow<'a, str>> {
    match sender {
        Sender::Fridge(FridgeSender { base64: true, .. }) => {
            let bytes = BASE64_STANDARD.decode(body).map_err(|error| Error::invalid("body", error.to_string()))?;
            String::from_utf8(bytes).map(Cow::Owned).map_err(|error| Error::invalid("body", error.to_string()))
        }
        _ => Ok(Cow::Borrowed(body)),
    }
}

/// The location that a message is about. A fridge can leave it out.
fn location(stated: Option<LocationId>, sender: &Sender) -> Result<LocationId> {
    match (sender, stated) {
        (Sender::Fridge(FridgeSender { fridge, .. }), Some(other))
            if !other.as_str().eq_ignore_ascii_case(fridge.as_str()) =>
        {
            Err(Error::invalid("locationId", format!("{fridge} sent a message about {other}")))
        }
        (Sender::Fridge(FridgeSender { fridge, .. }), _) => Ok(fridge.clone()),
        (_, Some(id)) => Ok(id),
        (_, None) => Err(Error::invalid("locationId", "locationId is required")),
    }
}

/// When the fact occurred. The clock of a fridge is compared with that of the broker. A receipt of a command counts from
/// a fridge with a wrong clock as well, at the time when the broker received it.
fn time(occurred_at: Instant, sender: &Sender, now: Instant) -> Result<Instant, Rejection> {
    let Sender::Fridge(FridgeSender { topic, received_at, .. }) = sender else {
        if occurred_at > now.plus(CLOCK_SKEW) {
            let message = format!("occurredAt {occurred_at} is more than 15 minutes after the current time, {now}");
            return Err(Error::invalid("occurredAt", message).into());
        }
        return Ok(occurred_at);
    };
    let skew = occurred_at.since(*received_at);
    if *topic == Up::Receipts {
        return Ok(if skew.abs() > CLOCK_SKEW { *received_at } else { occurred_at });
    }
    let limit = match skew {
        skew if skew > CLOCK_SKEW => "more than 15 minutes after",
        skew if skew < -MAX_AGE => "more than 7 days before",
        _ => return Ok(occurred_at),
    };
    let message = format!("occurredAt {occurred_at} is {limit} the time when the broker received it, {received_at}");
    Err(Rejection { error: Error::invalid("occurredAt", message), clock_skew: Some(skew) })
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
