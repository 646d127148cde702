//! The upstream systems: the messages of drivers and of the customer-relationship system go to the upstream queue.

use crate::{
    agent::is_of_fridge,
    message::Message,
    queues::{Queue, QueueMessage},
};
use anyhow::Result;
use shared::{Environment, FromEnvironment};

/// Sends the messages of upstream systems.
#[derive(Clone, Debug)]
pub struct Upstream(Queue);

impl FromEnvironment for Upstream {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Queue::new(environment, "UPSTREAM_QUEUE_URL").map(Self)
    }
}

impl Upstream {
    /// Sends messages of upstream systems. Each location is a message group.
    ///
    /// # Errors
    /// If the queue still rejects some messages after all retries.
    pub async fn send(&self, messages: &[Message]) -> Result<()> {
        let messages: Vec<_> = messages.iter().filter_map(upstream).collect();
        self.0.send(&messages).await
    }
}

/// The message for the queue; `None` if fridges send it.
fn upstream(message: &Message) -> Option<QueueMessage> {
    let queued = || QueueMessage { group: message.location_id.to_string(), body: message.body(), attribute: None };
    (!is_of_fridge(message)).then(queued)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Kind;
    use serde_json::json;

    fn message(kind: Kind) -> Message {
        Message::new(kind, &"CHI_0001".parse().unwrap(), "2026-11-21T16:00:00Z".parse().unwrap(), json!({}))
    }

    #[test]
    fn a_message_of_a_driver_has_the_group_of_its_location_and_no_sender() {
        let message = message(Kind::DriverAction);
        let expected = QueueMessage { group: "CHI_0001".into(), body: message.body(), attribute: None };
        assert_eq!(upstream(&message), Some(expected));
    }

    #[test]
    fn messages_of_fridges_are_not_sent_to_the_upstream_queue() {
        for kind in [Kind::HealthReport, Kind::SegmentEvent, Kind::CommandAcknowledgement, Kind::Inventory] {
            assert_eq!(upstream(&message(kind)), None, "{kind}");
        }
    }
}
