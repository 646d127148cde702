//! The messages, version 1.

use locations::model::LocationId;
use serde::Deserialize;
use serde_json::Value;
use shared::{Error, Instant, Result};
use uuid::Uuid;

/// The version that is understood.
const SCHEMA_VERSION: u64 = 1;

/// One message.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The sender's identity for it.
    pub message_id: Uuid,
    /// The location that it speaks of.
    pub location_id: LocationId,
    /// When what it tells was so.
    pub occurred_at: Instant,
    /// What it tells.
    #[serde(flatten)]
    pub fact: Fact,
}

/// What a message tells.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(tag = "type", rename_all_fields = "camelCase")]
pub enum Fact {
    /// From the customer-relationship system: what customers are told of the location.
    CustomerRecord {
        /// How to find the fridge.
        directions: String,
        /// The name that customers see.
        pretty_name: String,
    },
    /// From a fridge: what machine it is.
    FridgeIdentity {
        /// The machine's name in the network.
        hostname: String,
        /// The model.
        fridge_model: String,
    },
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it, for those who look at the dead-letter queue.
    pub fn read(body: &str) -> Result<Self> {
        let value: Value = serde_json::from_str(body).map_err(|error| Error::invalid("body", error.to_string()))?;
        match value.get("schemaVersion").and_then(Value::as_u64) {
            Some(SCHEMA_VERSION) => {}
            Some(other) => return Err(Error::invalid("schemaVersion", format!("schemaVersion {other} is not known"))),
            None => return Err(Error::invalid("schemaVersion", "schemaVersion should be a number")),
        }
        serde_json::from_value(value).map_err(|error| Error::invalid("body", error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    fn message() -> Value {
        json!({
            "schemaVersion": 1, "messageId": "0199a4f0-0000-7000-8000-000000000001", "type": "CustomerRecord",
            "locationId": "FRIDGE_1", "occurredAt": "2026-11-21T10:00:00Z", "directions": "Lobby",
            "prettyName": "Willis Tower",
        })
    }

    #[test]
    fn a_message_of_each_type_is_read() {
        let fact = Message::read(&message().to_string()).unwrap().fact;
        assert_eq!(fact, Fact::CustomerRecord { directions: "Lobby".into(), pretty_name: "Willis Tower".into() });
        let mut identity = message();
        identity["type"] = json!("FridgeIdentity");
        identity["hostname"] = json!("f1.local");
        identity["fridgeModel"] = json!("VISION_E5");
        let fact = Message::read(&identity.to_string()).unwrap().fact;
        assert_eq!(fact, Fact::FridgeIdentity { hostname: "f1.local".into(), fridge_model: "VISION_E5".into() });
    }

    #[rstest]
    #[case::another_version("schemaVersion", json!(2))]
    #[case::a_version_in_words("schemaVersion", json!("one"))]
    #[case::an_unknown_type("type", json!("Weather"))]
    #[case::no_location("locationId", json!("no where"))]
    #[case::no_instant("occurredAt", json!("today"))]
    #[case::no_text("prettyName", json!(7))]
    fn a_message_that_does_not_fit_is_refused(#[case] field: &str, #[case] value: Value) {
        let mut message = message();
        message[field] = value;
        assert!(matches!(Message::read(&message.to_string()), Err(Error::Invalid(_))));
    }
}
