//! The types of messages. What a type tells is the business of its area; here is only which there are.

use super::{parse, schema};
use schemars::Schema;
use serde_json::Value;
use shared::{Error, Result};

/// Makes [`Fact`] of the types and their payloads. A type is one line here, one arm in `write`, its schema in
/// `schemas/`, and a sample in the tests.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident($payload:ty),)+) => {
        /// What a message tells: its type, and the payload that the type's area defines.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Fact {
            $($(#[$doc])* $name($payload),)+
        }

        impl Fact {
            /// The names of all types.
            pub const TYPES: &[&str] = &[$(stringify!($name)),+];

            /// Reads the payload of the type with that name from the whole message.
            pub(super) fn read(name: &str, message: &Value) -> Result<Self> {
                match name {
                    $(stringify!($name) => parse(message).map(Self::$name),)+
                    _ => Err(Error::invalid("type", format!("type {name:?} is not known"))),
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
    /// What machine the fridge is.
    FridgeIdentity(locations::message::FridgeIdentity),
    /// What was packed for one stocking of the location.
    PackingSlip(stocking::message::PackingSlip),
    /// How the fridge is.
    HealthReport(health::model::HealthReport),
    /// What happened during a stocking.
    CheckpointEvent(health::model::CheckpointEvent),
    /// What a customer did.
    SegmentEvent(health::model::SegmentEvent),
    /// What a driver did at the location.
    DriverAction(stocking::message::DriverAction),
    /// What the location is to be brought.
    Order(orders::message::Order),
    /// What is in the fridge.
    Inventory(inventory::message::Inventory),
    /// A temperature that was taken on a route.
    Temperature(reports::message::Temperature),
    /// The last unit of an item was sold.
    StockOut(reports::message::StockOut),
    /// A channel gave nothing.
    EmptyChannel(reports::message::EmptyChannel),
    /// One step of what a driver asked of the fridge.
    DriverLog(reports::message::DriverLog),
    /// What became of a command to the fridge.
    CommandAcknowledgement(commands::model::CommandAcknowledgement),
}

impl Fact {
    /// Whether the message creates its location if it does not exist.
    pub fn creates(&self) -> bool {
        matches!(self, Self::CustomerRecord(record) if record.creates())
    }

    /// Of what it tells the newest state alone: of a location's messages with the same answer only the newest counts,
    /// and no history keeps the others. `None` where each message counts.
    pub fn replaces(&self) -> Option<String> {
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
