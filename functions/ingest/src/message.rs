//! The messages, version 1.

use chrono::NaiveDate;
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
    /// From the kitchens: what was packed for one stocking of the location. Each message tells the whole slip.
    PackingSlip(PackingSlip),
}

/// A packing slip as a message tells it; the location and the time are the message's.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct PackingSlip {
    /// The slip's identity upstream: with the location and the stocking it names the slip.
    pub unique_id: String,
    /// The business day on which it is dropped off, `YYYY-MM-DD`.
    pub drop_off_date: NaiveDate,
    /// The route that brings it.
    pub route: String,
    /// Which stocking of the location's day it is.
    pub stocking_index: u32,
    /// The day on which it was written, `YYYY-MM-DD`.
    pub create_date: NaiveDate,
    /// What kind of order it belongs to, such as `INTERNAL_ORDER`.
    pub slip_type: String,
    /// Whose food it is.
    pub client_code: String,
    /// How far it got; `DELETED` where it was taken back.
    pub status: String,
    /// Totes: at most 10,000, so that a slip of the tongue upstream does not fill a van.
    pub tote_count: u32,
}

/// The most totes of a slip.
const MOST_TOTES: u32 = 10_000;

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
        let message: Self = serde_json::from_value(value).map_err(|error| Error::invalid("body", error.to_string()))?;
        if let Fact::PackingSlip(slip) = &message.fact {
            slip.check()?;
        }
        Ok(message)
    }
}

impl PackingSlip {
    fn check(&self) -> Result<()> {
        // The id is part of a key, in which `#` divides.
        if self.unique_id.is_empty() || self.unique_id.len() > 200 || self.unique_id.contains('#') {
            return Err(Error::invalid("uniqueId", "uniqueId should have 1 to 200 characters and no '#'"));
        }
        if self.tote_count > MOST_TOTES {
            return Err(Error::invalid("toteCount", format!("toteCount can be at most {MOST_TOTES}")));
        }
        Ok(())
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
        let Fact::PackingSlip(slip) = Message::read(&slip().to_string()).unwrap().fact else { panic!("no slip") };
        assert_eq!((slip.unique_id.as_str(), slip.stocking_index, slip.tote_count), ("PS-1", 1, 4));
        assert_eq!(slip.drop_off_date.to_string(), "2026-11-23");
    }

    fn slip() -> Value {
        json!({
            "schemaVersion": 1, "messageId": "0199a4f0-0000-7000-8000-000000000001", "type": "PackingSlip",
            "locationId": "FRIDGE_1", "occurredAt": "2026-11-21T10:00:00Z", "uniqueId": "PS-1",
            "dropOffDate": "2026-11-23", "route": "chi_ana", "stockingIndex": 1, "createDate": "2026-11-22",
            "slipType": "ORDER", "clientCode": "LARDER", "status": "PACKED", "toteCount": 4,
        })
    }

    #[rstest]
    #[case::no_id("uniqueId", json!(""))]
    #[case::an_id_that_would_break_a_key("uniqueId", json!("1#2"))]
    #[case::no_day("dropOffDate", json!("tomorrow"))]
    #[case::a_negative_count("toteCount", json!(-1))]
    #[case::half_a_tote("toteCount", json!(1.5))]
    #[case::too_many_totes("toteCount", json!(10_001))]
    #[case::no_index("stockingIndex", json!(null))]
    fn a_packing_slip_that_does_not_fit_is_refused(#[case] field: &str, #[case] value: Value) {
        let mut message = slip();
        message[field] = value;
        assert!(matches!(Message::read(&message.to_string()), Err(Error::Invalid(_))));
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
