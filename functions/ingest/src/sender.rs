//! The sender of a message. The queue and the broker establish it; the payload does not.
//!
//! The telemetry queue contains messages of fridges. The forwarder of the broker's messages adds the attribute
//! [`SENDER`] with the client that the broker authenticated, and only the forwarder may send to the queue. The upstream
//! queue contains messages of upstream systems.

use connections::identity::{model::CertificateId, store::IdentityStore};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Instant, Result, fridge_topics::Up, worker::Delivery};
use std::collections::{BTreeMap, BTreeSet};

/// The attribute of a message of a fridge that contains its [`FridgeSender`] as JSON.
pub const SENDER: &str = "sender";

/// The origin of a batch: the queue that it is from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Origin {
    /// The telemetry queue: messages of fridges.
    Fridges,
    /// The upstream queue: messages of upstream systems.
    Upstream,
    /// A tool of this project, such as the seeder: messages of all types, without a queue.
    Trusted,
}

impl Origin {
    /// The variable with the URL of the queue's dead-letter queue.
    pub(crate) fn dead_letter_variable(self) -> &'static str {
        match self {
            Self::Fridges | Self::Trusted => "TELEMETRY_DEAD_LETTER_QUEUE_URL",
            Self::Upstream => "UPSTREAM_DEAD_LETTER_QUEUE_URL",
        }
    }
}

/// The sender of a message.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Sender {
    /// A fridge, which sends messages about itself.
    Fridge(FridgeSender),
    /// An upstream system, which sends messages about all locations.
    Upstream,
    /// A tool of this project, which sends messages of all types.
    Trusted,
}

/// A fridge that the broker authenticated, and how its message arrived.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeSender {
    /// The client id of the fridge: the id of its location.
    pub fridge: LocationId,
    /// The certificate of the connection.
    pub certificate: CertificateId,
    /// The topic on which the fridge published the message.
    pub topic: Up,
    /// When the broker received the message.
    pub received_at: Instant,
    /// Whether the body of the queue's message is the payload in Base64, because the payload is not text or SQS does not
    /// accept one of its characters.
    #[serde(default)]
    pub base64: bool,
}

impl FridgeSender {
    /// Reads the attribute of a message.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the attribute is missing or invalid.
    pub(crate) fn of(delivery: &Delivery) -> Result<Self> {
        let text = delivery.attributes.get(SENDER);
        let text = text.ok_or_else(|| Error::invalid(SENDER, "the message does not have the attribute sender"))?;
        serde_json::from_str(text).map_err(|error| Error::invalid(SENDER, format!("sender: {error}")))
    }
}

/// The messages of a batch whose senders are established.
type Identified = Vec<(Delivery, Sender)>;
/// Rejected messages with their errors.
type Rejected = Vec<(Delivery, Error)>;

/// Establishes the senders of the messages of one origin.
#[derive(Debug)]
pub(crate) enum Senders {
    /// All messages have this sender.
    Same(Sender),
    /// Each message has the fridge in its attribute as its sender. The store has the valid certificates.
    Fridges(IdentityStore),
}

impl Senders {
    pub(crate) fn new(environment: &Environment, origin: Origin) -> Result<Self> {
        Ok(match origin {
            Origin::Fridges => Self::Fridges(IdentityStore::from_environment(environment)?),
            Origin::Upstream => Self::Same(Sender::Upstream),
            Origin::Trusted => Self::Same(Sender::Trusted),
        })
    }

    /// Establishes the senders of a batch. Messages of a fridge without a valid certificate are rejected. If the
    /// certificates cannot be read, all messages of fridges fail with that error, so that they are delivered again.
    pub(crate) async fn identify(&self, batch: Vec<Delivery>, now: Instant) -> (Identified, Rejected) {
        let identities = match self {
            Self::Same(sender) => {
                return (batch.into_iter().map(|delivery| (delivery, sender.clone())).collect(), Rejected::new());
            }
            Self::Fridges(identities) => identities,
        };
        let (senders, mut rejected) = read_senders(batch);
        let fridges: BTreeSet<LocationId> = senders.iter().map(|(_, sender)| sender.fridge.clone()).collect();
        if fridges.is_empty() {
            return (Identified::new(), rejected);
        }
        match identities.valid_certificates(fridges, now).await {
            Ok(valid) => {
                let (identified, invalid) = check_certificates(senders, &valid);
                rejected.extend(invalid);
                (identified, rejected)
            }
            Err(error) => {
                rejected.extend(senders.into_iter().map(|(delivery, _)| (delivery, error.duplicate())));
                (Identified::new(), rejected)
            }
        }
    }
}

fn read_senders(batch: Vec<Delivery>) -> (Vec<(Delivery, FridgeSender)>, Rejected) {
    let (mut senders, mut rejected) = (Vec::with_capacity(batch.len()), Rejected::new());
    for delivery in batch {
        match FridgeSender::of(&delivery) {
            Ok(sender) => senders.push((delivery, sender)),
            Err(error) => rejected.push((delivery, error)),
        }
    }
    (senders, rejected)
}

/// Rejects the messages whose certificate is not one of the fridge's valid certificates.
fn check_certificates(
    senders: Vec<(Delivery, FridgeSender)>,
    valid: &BTreeMap<LocationId, BTreeSet<CertificateId>>,
) -> (Identified, Rejected) {
    let (mut identified, mut rejected) = (Identified::new(), Rejected::new());
    for (delivery, sender) in senders {
        if valid.get(&sender.fridge).is_some_and(|certificates| certificates.contains(&sender.certificate)) {
            identified.push((delivery, Sender::Fridge(sender)));
        } else {
            let FridgeSender { fridge, certificate, .. } = sender;
            let message = format!("The certificate {certificate} is not a valid certificate of {fridge}");
            rejected.push((delivery, Error::invalid("certificate", message)));
        }
    }
    (identified, rejected)
}

#[cfg(test)]
mod tests;
