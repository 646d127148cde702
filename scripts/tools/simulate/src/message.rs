//! The messages of fridges and upstream systems in the format that `functions/ingest` reads.

use locations::model::LocationId;
use serde_json::{Map, Value, json};
use shared::Instant;
use std::fmt;
use strum::{Display, IntoStaticStr};
use uuid::Uuid;

/// The version of the message format.
const SCHEMA_VERSION: u32 = 1;
/// The UUID namespace of message ids.
const ID_NAMESPACE: Uuid = Uuid::from_u128(0x8a4f_9f4e_21c6_4b3a_9d58_6c52_1f5a_77d1);

/// The kinds of messages that the simulator sends.
#[derive(Clone, Copy, Debug, Display, Eq, Hash, IntoStaticStr, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names are those of the messages")]
pub enum Kind {
    CustomerRecord,
    HealthReport,
    CheckpointEvent,
    SegmentEvent,
    CommandAcknowledgement,
    DriverAction,
    Inventory,
    Temperature,
    StockOut,
    EmptyChannel,
    DriverLog,
}

/// One telemetry message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The type of the message.
    pub kind: Kind,
    /// The location that the message is about.
    pub location_id: LocationId,
    /// When the reported event occurred.
    pub occurred_at: Instant,
    /// The fields that depend on the type.
    pub fields: Map<String, Value>,
}

impl Message {
    /// A message with the given fields. Fields with the value `null` are left out.
    pub fn new(kind: Kind, location_id: &LocationId, occurred_at: Instant, fields: Value) -> Self {
        let Value::Object(mut fields) = fields else {
            return Self { kind, location_id: location_id.clone(), occurred_at, fields: Map::new() };
        };
        fields.retain(|_, value| !value.is_null());
        Self { kind, location_id: location_id.clone(), occurred_at, fields }
    }

    /// The id, derived from the content: equal messages have the same id.
    pub fn id(&self) -> Uuid {
        Uuid::new_v5(&ID_NAMESPACE, self.to_string().as_bytes())
    }

    /// The JSON text that is sent.
    pub fn body(&self) -> String {
        let mut body = self.fields.clone();
        body.insert("schemaVersion".into(), json!(SCHEMA_VERSION));
        body.insert("messageId".into(), json!(self.id()));
        body.insert("type".into(), json!(self.kind.to_string()));
        body.insert("locationId".into(), json!(self.location_id));
        body.insert("occurredAt".into(), json!(self.occurred_at));
        Value::Object(body).to_string()
    }
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = serde_json::to_string(&self.fields).map_err(|_| fmt::Error)?;
        write!(formatter, "{} {} {} {fields}", self.occurred_at, self.location_id, self.kind)
    }
}

/// Asserts that the queue's consumer accepts `message`.
#[cfg(test)]
pub(crate) fn assert_valid(message: &Message) {
    let sender = ingest::sender::Sender::Trusted;
    let read = ingest::message::Message::read(&message.body(), &sender, message.occurred_at);
    assert!(read.is_ok(), "{}: {read:?}", message.body());
}
