//! What a fridge reports of itself. Source: the spec of fleet operations, section 3.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::Instant;
use strum::{Display, EnumIter, EnumString};

/// A report of a fridge's health. Each tells everything that the fridge knows: what it leaves out is unknown, which is
/// neither true nor false.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HealthReport {
    /// The vending machine's state, such as `STATUS_0_READY`.
    #[schemars(length(max = 300))]
    pub jofemar_state: Option<String>,
    /// Whether it holds its food back because it may be unsafe.
    pub safety_hold: Option<bool>,
    /// Since when that is as it is.
    pub safety_hold_ts: Option<Instant>,
    /// Whether it was taken out of order.
    pub out_of_order: Option<bool>,
    /// Since when that is as it is.
    pub out_of_order_ts: Option<Instant>,
    /// Whether customers cannot get at it.
    pub inaccessible: Option<bool>,
    /// Whether the screen is connected.
    pub hdmi: Option<bool>,
    /// Whether the touchscreen is connected.
    pub elo: Option<bool>,
    /// Whether the card reader is connected.
    pub card_reader: Option<bool>,
    /// Whether the machine told its electrical layout.
    pub electrical_layout: Option<bool>,
    /// Whether a ticket is open for it.
    pub active_ticket: Option<bool>,
    /// Degrees Fahrenheit.
    #[schemars(range(min = -1000.0, max = 1000.0))]
    pub temperature: Option<f64>,
    /// Degrees Fahrenheit that it is set to keep.
    #[schemars(range(min = -1000.0, max = 1000.0))]
    pub temperature_setpoint: Option<f64>,
    /// How fast its network is.
    pub network_speed: Option<NetworkSpeed>,
    /// The version of its server.
    #[schemars(length(max = 300))]
    pub server_version: Option<String>,
    /// Why it does not sell, in its own words.
    #[schemars(length(max = 50), inner(length(max = 300)))]
    pub all_reasons: Vec<String>,
    /// The connected slots, by row: at most 2,000.
    pub connected_layout: Option<Vec<Vec<SlotPosition>>>,
    /// The recycling door.
    pub recycle_door_state: Option<DoorState>,
    /// The door of the sundries.
    pub sundry_door_state: Option<DoorState>,
    /// Of a lite fridge: its latches and lock.
    pub lite_fridge_state: Option<LiteFridgeState>,
    /// What it says it runs.
    #[schemars(length(max = 50))]
    pub software: Vec<RunningSoftware>,
}

/// How fast a fridge's network is.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct NetworkSpeed {
    /// Seconds for the last probe.
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
    /// Such as `CLOSED`.
    #[schemars(length(max = 300))]
    pub door_state: Option<String>,
    /// Such as `LOCKED`.
    #[schemars(length(max = 300))]
    pub lock_state: Option<String>,
}

/// The shell of a lite fridge.
#[derive(Clone, Debug, Default, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LiteFridgeState {
    /// The latch on top.
    #[schemars(length(max = 300))]
    pub top_shell_latch_state: Option<String>,
    /// The latch below.
    #[schemars(length(max = 300))]
    pub bottom_shell_latch_state: Option<String>,
    /// The lock.
    #[schemars(length(max = 300))]
    pub shell_lock_state: Option<String>,
    /// All of it in one word.
    #[schemars(length(max = 300))]
    pub status: Option<String>,
}

/// A part of the software that a fridge runs.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunningSoftware {
    /// Which part.
    pub artifact_type: ArtifactType,
    /// Its version.
    #[schemars(length(max = 300))]
    pub version: String,
}

/// The parts of a fridge's software (spec of fleet operations, section 3).
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
#[expect(missing_docs, reason = "the names are the business's own")]
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
