//! The types of messages. The areas define their payloads.

use super::{parse, schema, source::Source};
use crate::sender::{FridgeSender, Sender};
use schemars::Schema;
use serde_json::Value;
use shared::{Error, Result, fridge_topics::Up};

/// The sources of [`facts!`].
const TELEMETRY: Source = Source::Fridge(Up::Telemetry);
const RECEIPTS: Source = Source::Fridge(Up::Receipts);
const UPSTREAM: Source = Source::Upstream;

/// Defines [`Fact`] from the sources, types and payloads. A type needs one line here, one arm in `write.rs`, its schema
/// in `schemas/`, and a sample in `samples/`.
macro_rules! facts {
    ($($(#[$doc:meta])* $source:ident: $name:ident($payload:ty),)+) => {
        /// The payload of a message, by its type.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Fact {
            $($(#[$doc])* $name($payload),)+
        }

        impl Fact {
            /// The names of all types.
            pub const TYPES: &[&str] = &[$(stringify!($name)),+];

            /// Who sends messages of type `name`.
            ///
            /// # Errors
            /// [`Error::Invalid`] if there is no such type.
            pub fn source(name: &str) -> Result<Source> {
                match name {
                    $(stringify!($name) => Ok($source),)+
                    _ => Err(unsupported(name)),
                }
            }

            /// Reads the payload of type `name` from the complete message.
            pub(super) fn read(name: &str, message: &Value) -> Result<Self> {
                match name {
                    $(stringify!($name) => parse(message).map(Self::$name),)+
                    _ => Err(unsupported(name)),
                }
            }

            /// The JSON Schema of each type's messages, by the type's name.
            pub fn schemas() -> Vec<(&'static str, Schema)> {
                vec![$((stringify!($name), schema::of::<$payload>(stringify!($name), $source))),+]
            }
        }
    };
}

facts! {
    /// The customer's facts about the location.
    UPSTREAM: CustomerRecord(locations::message::CustomerRecord),
    /// The hardware of the fridge.
    TELEMETRY: FridgeIdentity(locations::message::FridgeIdentity),
    /// The packing slip of one stocking of the location.
    UPSTREAM: PackingSlip(stocking::message::PackingSlip),
    /// The health of the fridge.
    TELEMETRY: HealthReport(health::model::HealthReport),
    /// An event during a stocking.
    TELEMETRY: CheckpointEvent(health::model::CheckpointEvent),
    /// A customer event.
    TELEMETRY: SegmentEvent(health::model::SegmentEvent),
    /// An action of a driver at the location.
    UPSTREAM: DriverAction(stocking::message::DriverAction),
    /// An order for the location.
    UPSTREAM: Order(orders::message::Order),
    /// The contents of the fridge.
    TELEMETRY: Inventory(inventory::message::Inventory),
    /// A temperature that was measured on a route.
    UPSTREAM: Temperature(reports::message::Temperature),
    /// The last unit of an item was sold.
    TELEMETRY: StockOut(reports::message::StockOut),
    /// A channel that dispensed nothing.
    TELEMETRY: EmptyChannel(reports::message::EmptyChannel),
    /// One step of a driver's request to the fridge.
    UPSTREAM: DriverLog(reports::message::DriverLog),
    /// The outcome of a command to the fridge.
    RECEIPTS: CommandAcknowledgement(commands::model::CommandAcknowledgement),
}

fn unsupported(name: &str) -> Error {
    Error::invalid("type", format!("type {name:?} is not supported"))
}

/// Checks that the sender may send messages of type `name`.
///
/// # Errors
/// [`Error::Invalid`] for `type` if it may not, or if there is no such type.
pub(super) fn check_source(name: &str, sender: &Sender) -> Result<()> {
    let message = match (Fact::source(name)?, sender) {
        (_, Sender::Trusted) | (Source::Upstream, Sender::Upstream) => return Ok(()),
        (Source::Fridge(topic), Sender::Fridge(sender)) if topic == sender.topic => return Ok(()),
        (Source::Fridge(topic), Sender::Fridge(FridgeSender { fridge, topic: actual, .. })) => {
            format!("{fridge} sent {name} on the topic {actual}; it belongs on the topic {topic}")
        }
        (Source::Upstream, Sender::Fridge(sender)) => {
            format!("{} sent {name}, which only upstream systems may send", sender.fridge)
        }
        (Source::Fridge(_), Sender::Upstream) => format!("{name} is only accepted from the fridge itself"),
    };
    Err(Error::invalid("type", message))
}

impl Fact {
    /// Whether the message creates its location if it does not exist.
    pub fn creates_location(&self) -> bool {
        matches!(self, Self::CustomerRecord(record) if record.creates())
    }

    /// The key of the state that the message replaces. Of a location's messages with the same key only the newest
    /// counts, and no history keeps the others. `None` if each message counts.
    pub fn replacement_key(&self) -> Option<String> {
        match self {
            Self::PackingSlip(slip) => Some(format!(
                "PackingSlip#{}#{}#{}",
                slip.drop_off_date,
                u32::from(slip.stocking_index),
                slip.unique_id
            )),
            Self::Order(order) => Some(format!("Order#{}", order.order_id)),
            Self::Inventory(_) => Some("Inventory".into()),
            _ => None,
        }
    }
}
