//! What happened at a fridge. Source: the spec of fleet operations, sections 2.3 and 3.

use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::Instant;
use strum::{Display, EnumString};
use uuid::Uuid;

/// What drivers and the fridge did during a stocking.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckpointEvent {
    /// What happened, such as `DOOR_OPENED`.
    #[schemars(length(min = 1, max = 300))]
    pub name: String,
    /// What else is known of it: at most 8 KiB as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Map<String, Value>>,
}

/// What a customer did.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SegmentEvent {
    /// Which of the things that customers do.
    pub event_type: FridgeSegmentEventType,
    /// What else is known of it: at most 8 KiB as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Map<String, Value>>,
}

/// The types of a fridge's events.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub enum FridgeEventType {
    /// During a stocking: doors, scans, restocks.
    CheckpointEvent,
}

/// The things that customers do.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum FridgeSegmentEventType {
    /// Began.
    SessionStarted,
    /// Looked at the list of products.
    ProductListViewed,
    /// Bought.
    PurchaseCompleted,
    /// Took what was ordered before.
    PickupAccepted,
}

/// An event of a fridge.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeEvent {
    /// The message that told.
    pub id: Uuid,
    /// Where.
    pub location: LocationId,
    /// Its type.
    pub event_type: FridgeEventType,
    /// What happened.
    pub name: String,
    /// When.
    pub timestamp: Instant,
    /// JSON text of what else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
}

/// What a customer did at a fridge.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeSegmentEvent {
    /// The message that told.
    pub id: Uuid,
    /// Where.
    pub location: LocationId,
    /// Its type.
    pub event_type: FridgeSegmentEventType,
    /// When.
    pub date: Instant,
    /// JSON text of what else is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
}

/// A temperature.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeTemperature {
    /// When.
    pub timestamp: Instant,
    /// Degrees Fahrenheit.
    pub temperature: f64,
}
