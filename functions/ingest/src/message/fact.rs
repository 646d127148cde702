//! The types of messages. The areas define their payloads.

use super::{parse, schema};
use schemars::Schema;
use serde_json::Value;
use shared::{Error, Result};

/// Defines [`Fact`] from the types and their payloads. A type needs one line here, one arm in `write.rs`, its schema in
/// `schemas/`, and a sample in `samples/`.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident($payload:ty),)+) => {
        /// The payload of a message, by its type.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Fact {
            $($(#[$doc])* $name($payload),)+
        }

        impl Fact {
            /// The names of all types.
            pub const TYPES: &[&str] = &[$(stringify!($name)),+];

            /// Reads the payload of type `name` from the complete message.
            pub(super) fn read(name: &str, message: &Value) -> Result<Self> {
                match name {
                    $(stringify!($name) => parse(message).map(Self::$name),)+
                    _ => Err(Error::invalid("type", format!("type {name:?} is not supported"))),
                }
            }

            /// The JSON Schema of each type's messages, by the type's name.
            pub fn schemas() -> Vec<(&'static str, Schema)> {
                vec![$((stringify!($name), schema::of::<$payload>(stringify!($name)))),+]
            }
        }
    };
}

facts! {
    /// The customer's facts about the location.
    CustomerRecord(locations::message::CustomerRecord),
    /// The hardware of the fridge.
    FridgeIdentity(locations::message::FridgeIdentity),
    /// The packing slip of one stocking of the location.
    PackingSlip(stocking::message::PackingSlip),
    /// The health of the fridge.
    HealthReport(health::model::HealthReport),
    /// An event during a stocking.
    CheckpointEvent(health::model::CheckpointEvent),
    /// A customer event.
    SegmentEvent(health::model::SegmentEvent),
    /// An action of a driver at the location.
    DriverAction(stocking::message::DriverAction),
    /// An order for the location.
    Order(orders::message::Order),
    /// The contents of the fridge.
    Inventory(inventory::message::Inventory),
    /// A temperature that was measured on a route.
    Temperature(reports::message::Temperature),
    /// The last unit of an item was sold.
    StockOut(reports::message::StockOut),
    /// A channel that dispensed nothing.
    EmptyChannel(reports::message::EmptyChannel),
    /// One step of a driver's request to the fridge.
    DriverLog(reports::message::DriverLog),
    /// The outcome of a command to the fridge.
    CommandAcknowledgement(commands::model::CommandAcknowledgement),
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
