//! The event of a function that messages of fridges invoke ([`TopicSource::Fridges`](crate::declaration::TopicSource)).

use crate::{Error, Instant, Result, fridge_topics::Up};
use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, Utc, serde::ts_milliseconds};
use serde::{Deserialize, Serialize};

/// A message of a fridge, as the topic rule passes it on. `scripts/tools/generate` has the rule.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeMessage {
    /// The payload in Base64, so that every sequence of bytes passes.
    pub payload: String,
    /// The client id that the broker authenticated: the id of the fridge's location. `n/a` if the message has no client.
    pub fridge: String,
    /// The id of the certificate of the connection: 64 hexadecimal digits.
    pub certificate: String,
    /// The id of the location in the topic.
    pub id: String,
    /// The topic.
    pub topic: Up,
    /// When the broker received the message.
    #[serde(with = "ts_milliseconds")]
    pub received_at: DateTime<Utc>,
}

impl FridgeMessage {
    /// The id of the fridge that sent the message.
    ///
    /// # Errors
    /// [`Error::Unavailable`], which is not retryable, if the broker did not authenticate the fridge of the topic. The
    /// policy of fridges allows no such message.
    pub fn sender(&self) -> Result<&str> {
        if self.fridge == self.id {
            Ok(&self.fridge)
        } else {
            Err(Error::internal(format!("the client {} sent a message of {}", self.fridge, self.id)))
        }
    }

    /// The bytes that the fridge published.
    ///
    /// # Errors
    /// [`Error::Unavailable`], which is not retryable, if the payload is not Base64.
    pub fn bytes(&self) -> Result<Vec<u8>> {
        BASE64_STANDARD.decode(&self.payload).map_err(Error::internal)
    }

    /// When the broker received the message.
    pub fn received_at(&self) -> Instant {
        self.received_at.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn message(fridge: &str, payload: &str) -> FridgeMessage {
        let event = json!({
            "payload": payload, "fridge": fridge, "certificate": "ab".repeat(32), "id": "CHI_0001",
            "topic": "telemetry", "receivedAt": 1_795_255_200_000_u64,
        });
        serde_json::from_value(event).unwrap()
    }

    #[test]
    fn contains_the_bytes_and_the_time_that_the_broker_received() {
        let message = message("CHI_0001", "e30A/w==");
        assert_eq!(message.bytes().unwrap(), [b'{', b'}', 0, 255]);
        assert_eq!(message.received_at().to_string(), "2026-11-21T10:00:00.000Z");
        assert_eq!((message.topic, message.sender().unwrap()), (Up::Telemetry, "CHI_0001"));
    }

    #[test]
    fn rejects_a_payload_that_is_not_base64() {
        assert!(matches!(message("CHI_0001", "{}").bytes(), Err(Error::Unavailable { retryable: false, .. })));
    }

    #[test]
    fn rejects_a_client_that_is_not_the_fridge_of_the_topic() {
        for client in ["n/a", "CHI_0002", "chi_0001", ""] {
            let error = message(client, "").sender().unwrap_err();
            assert!(matches!(error, Error::Unavailable { retryable: false, .. }), "{client}");
        }
    }
}
