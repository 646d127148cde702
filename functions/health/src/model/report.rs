//! The health report of a fridge. Requirements: `docs/requirements/health.md`, "One fridge".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{Display, EnumIter, EnumString};

/// A fridge's health. Each report is complete: a field that it leaves out is unknown, neither true nor false.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HealthReport {
    /// The vending machine's state, such as `STATUS_0_READY`.
    #[schemars(length(max = 300))]
    pub jofemar_state: Option<String>,
    /// Whether sales are on hold because the food may be unsafe.
    pub safety_hold: Option<bool>,
    /// When the safety hold last changed.
    pub safety_hold_ts: Option<Instant>,
    /// Whether the fridge is out of order.
    pub out_of_order: Option<bool>,
    /// When the out-of-order state last changed.
    pub out_of_order_ts: Option<Instant>,
    /// Whether customers cannot access the fridge.
    pub inaccessible: Option<bool>,
    /// Whether the screen is connected.
    pub hdmi: Option<bool>,
    /// Whether the touchscreen is connected.
    pub elo: Option<bool>,
    /// Whether the card reader is connected.
    pub card_reader: Option<bool>,
    /// Whether the machine reported its electrical layout.
    pub electrical_layout: Option<bool>,
    /// Whether a support ticket is open for the fridge.
    pub active_ticket: Option<bool>,
    /// Temperature in degrees Fahrenheit.
    #[schemars(range(min = -1000.0, max = 1000.0))]
    pub temperature: Option<f64>,
    /// Target temperature in degrees Fahrenheit.
    #[schemars(range(min = -1000.0, max = 1000.0))]
    pub temperature_setpoint: Option<f64>,
    /// The network speed.
    pub network_speed: Option<NetworkSpeed>,
    /// The version of the fridge's server.
    #[schemars(length(max = 300))]
    pub server_version: Option<String>,
    /// The reasons why the fridge does not sell, as the fridge reports them.
    #[schemars(length(max = 50), inner(length(max = 300)))]
    pub all_reasons: Vec<String>,
    /// The connected slots by row, at most 2,000.
    pub connected_layout: Option<Vec<Vec<SlotPosition>>>,
    /// The recycling door.
    pub recycle_door_state: Option<DoorState>,
    /// The sundry door.
    pub sundry_door_state: Option<DoorState>,
    /// The latches and lock of a lite fridge.
    pub lite_fridge_state: Option<LiteFridgeState>,
    /// The running software versions.
    #[schemars(length(max = 50))]
    pub software: Vec<RunningSoftware>,
}

/// The network speed of a fridge.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct NetworkSpeed {
    /// Duration of the last probe in seconds.
    #[schemars(range(min = -1000.0, max = 1000.0))]
    pub previous_speed: Option<f64>,
}

/// A slot of the machine.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
pub struct SlotPosition {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
}

/// A door.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct DoorState {
    /// Whether the door is open, such as `CLOSED`.
    #[schemars(length(max = 300))]
    pub door_state: Option<String>,
    /// Whether the door is locked, such as `LOCKED`.
    #[schemars(length(max = 300))]
    pub lock_state: Option<String>,
}

/// The shell of a lite fridge.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LiteFridgeState {
    /// The top latch.
    #[schemars(length(max = 300))]
    pub top_shell_latch_state: Option<String>,
    /// The bottom latch.
    #[schemars(length(max = 300))]
    pub bottom_shell_latch_state: Option<String>,
    /// The lock.
    #[schemars(length(max = 300))]
    pub shell_lock_state: Option<String>,
    /// The overall state in one word.
    #[schemars(length(max = 300))]
    pub status: Option<String>,
}

/// The version of one artifact that a fridge runs.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunningSoftware {
    /// The artifact.
    pub artifact_type: ArtifactType,
    /// The version.
    #[schemars(length(max = 300))]
    pub version: String,
}

/// The software artifacts of a fridge (`docs/requirements/software.md`, SWR-1).
#[derive(
    Clone,
    Copy,
    Debug,
    Deserialize,
    Display,
    EnumIter,
    EnumString,
    Eq,
    Hash,
    JsonSchema,
    Ord,
    PartialEq,
    PartialOrd,
    Serialize,
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the names are business terms")]
pub enum ArtifactType {
    FridgeUiApplication,
    FridgeJavaServer,
    FridgeAgent,
    FridgeInventory,
    FridgePricingParser,
    FridgePricingConsumer,
    FridgeHeartbeat,
    FridgeJavaServerConfig,
}
