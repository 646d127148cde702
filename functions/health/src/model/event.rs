//! Events of a fridge. Requirements: `docs/requirements/health.md`, "One fridge".

use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::Instant;
use strum::{Display, EnumString};
use uuid::Uuid;

/// An event during a stocking, such as a door or a scan.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckpointEvent {
    /// The name of the event, such as `DOOR_OPENED`.
    #[schemars(length(min = 1, max = 300))]
    pub name: String,
    /// Further attributes of the event, at most 8 KiB as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Map<String, Value>>,
}

/// A customer event.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SegmentEvent {
    /// The type of the event.
    pub event_type: FridgeSegmentEventType,
    /// Further attributes of the event, at most 8 KiB as JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Map<String, Value>>,
}

/// The types of fridge events.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub enum FridgeEventType {
    /// An event during a stocking: doors, scans, restocks.
    CheckpointEvent,
}

/// The types of customer events.
#[derive(
    Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize,
)]
#[serde(rename_all = "camelCase")]
#[strum(serialize_all = "camelCase")]
pub enum FridgeSegmentEventType {
    /// The customer started a session.
    SessionStarted,
    /// The customer viewed the list of products.
    ProductListViewed,
    /// The customer completed a purchase.
    PurchaseCompleted,
    /// The customer picked up a mobile order.
    PickupAccepted,
}

/// A stored event of a fridge.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeEvent {
    /// The id of the telemetry message.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// The type of the event.
    pub event_type: FridgeEventType,
    /// The name of the event.
    pub name: String,
    /// When the event happened.
    pub timestamp: Instant,
    /// Further attributes as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
}

/// A stored customer event.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeSegmentEvent {
    /// The id of the telemetry message.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// The type of the event.
    pub event_type: FridgeSegmentEventType,
    /// When the event happened.
    pub date: Instant,
    /// Further attributes as JSON text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
}

/// A measured temperature.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeTemperature {
    /// When the event happened.
    pub timestamp: Instant,
    /// Degrees Fahrenheit.
    pub temperature: f64,
}
