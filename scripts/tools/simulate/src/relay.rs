//! The fridges that are not connected by MQTT. Their messages go to the telemetry queue in the form in which the forwarder of
//! the broker's messages writes them. Only a local stack permits that.

use crate::{
    agent::topic_of,
    issue::hex,
    message::Message,
    queues::{Queue, QueueMessage},
};
use anyhow::Result;
use locations::model::LocationId;
use ring::digest::{SHA256, digest};
use serde::Serialize;
use shared::{Environment, FromEnvironment, Instant, fridge_topics::Up};

/// The attribute with the sender of a message.
const SENDER: &str = "sender";

/// The sender of a message, as the forwarder writes it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Sender<'a> {
    fridge: &'a LocationId,
    certificate: String,
    topic: Up,
    received_at: Instant,
}

/// Sends the messages of unconnected fridges.
#[derive(Clone, Debug)]
pub struct Relay(Queue);

impl FromEnvironment for Relay {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Queue::new(environment, "TELEMETRY_QUEUE_URL").map(Self)
    }
}

impl Relay {
    /// Sends messages of fridges, which the broker would have received at `now`. Each fridge is a message group.
    ///
    /// # Errors
    /// If the queue still rejects some messages after all retries.
    pub async fn send(&self, messages: &[Message], now: Instant) -> Result<()> {
        let relayed: Vec<_> = messages.iter().filter_map(|message| relayed(message, now)).collect();
        self.0.send(&relayed).await
    }
}

/// The certificate of a seeded fridge that has no key: the SHA-256 of `seeded:` and its id.
pub fn seeded_certificate(id: &LocationId) -> String {
    hex(digest(&SHA256, format!("seeded:{id}").as_bytes()).as_ref())
}

/// The message as the forwarder sends it; `None` if fridges do not send it.
fn relayed(message: &Message, now: Instant) -> Option<QueueMessage> {
    let fridge = &message.location_id;
    let sender =
        Sender { fridge, certificate: seeded_certificate(fridge), topic: topic_of(message.kind)?, received_at: now };
    let attribute = Some((SENDER, serde_json::to_string(&sender).ok()?));
    Some(QueueMessage { group: fridge.to_string(), body: message.body(), attribute })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Kind;
    use serde_json::{Value, json};

    const NOW: &str = "2026-11-21T16:00:00.000Z";

    fn relay(kind: Kind) -> Option<QueueMessage> {
        let now: Instant = NOW.parse().unwrap();
        relayed(&Message::new(kind, &"CHI_0001".parse().unwrap(), now, json!({ "outcome": "DELIVERED" })), now)
    }

    #[test]
    fn a_message_has_the_form_of_the_forwarder() {
        let QueueMessage { group, body, attribute } = relay(Kind::HealthReport).unwrap();
        assert_eq!(group, "CHI_0001");
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["type"], "HealthReport");
        let (name, sender) = attribute.unwrap();
        assert_eq!(name, "sender");
        assert_eq!(
            serde_json::from_str::<Value>(&sender).unwrap(),
            json!({
                "fridge": "CHI_0001",
                "certificate": "f4e80b2a83d81f177095ae4e802e275a032aadbef40fcc698c78332bbc073412",
                "topic": "telemetry",
                "receivedAt": NOW,
            })
        );
    }

    #[test]
    fn ingest_reads_the_sender() {
        let (_, sender) = relay(Kind::CommandAcknowledgement).unwrap().attribute.unwrap();
        let read: ingest::sender::FridgeSender = serde_json::from_str(&sender).unwrap();
        assert_eq!((read.fridge.as_str(), read.topic, read.base64), ("CHI_0001", Up::Receipts, false));
    }

    #[test]
    fn messages_of_upstream_systems_are_not_relayed() {
        for kind in [Kind::DriverAction, Kind::DriverLog, Kind::Temperature, Kind::CustomerRecord] {
            assert_eq!(relay(kind), None, "{kind}");
        }
    }
}
