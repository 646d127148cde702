//! What telemetry tells of stocking.

use crate::driver_action::DriverActionType;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::bounded::{Count, Fahrenheit, KeyPart, Text};

/// From the kitchens: what was packed for one stocking of the location. Each message tells the whole slip.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackingSlip {
    /// The slip's identity upstream: with the location and the stocking it names the slip.
    pub unique_id: KeyPart<200>,
    /// The business day on which it is dropped off, `YYYY-MM-DD`.
    pub drop_off_date: NaiveDate,
    /// The route that brings it.
    pub route: Text<100>,
    /// Which stocking of the location's day it is.
    pub stocking_index: Count<1000>,
    /// The day on which it was written, `YYYY-MM-DD`.
    pub create_date: NaiveDate,
    /// What kind of order it belongs to, such as `INTERNAL_ORDER`.
    pub slip_type: Text<100>,
    /// Whose food it is.
    pub client_code: Text<100>,
    /// How far it got; `DELETED` where it was taken back.
    pub status: Text<100>,
    /// Totes. The bound is there so that a slip of the tongue upstream does not fill a van.
    pub tote_count: Count<10_000>,
}

/// From the drivers' app: what a driver did at a location.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverAction {
    /// What was done.
    pub event_type: DriverEventType,
    /// The driver's e-mail.
    pub user: Text<254>,
    /// What the type of action tells.
    pub data: DriverActionData,
}

/// What drivers do. A drop is overridden by dispatchers alone, at the console.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the spec's words, which DriverActionType tells of")]
pub enum DriverEventType {
    LocationUnreachable,
    LocationStocked,
    DropOffComplete,
    PackingSlipQuery,
    VanTemperature,
    InventoryRemoval,
    ClearOutDecommission,
}

/// What an action tells beyond its type. Whatever else it holds is kept.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverActionData {
    /// The slip that was scanned or dropped off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packing_slip_id: Option<Text<200>>,
    /// Which stocking of the location's day it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stocking_index: Option<Count<1000>>,
    /// The route that the driver drove.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Text<100>>,
    /// The stop's number in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Count<10_000>>,
    /// The van's temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<Fahrenheit>,
    /// What Larder does not look at.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl From<DriverEventType> for DriverActionType {
    fn from(event: DriverEventType) -> Self {
        match event {
            DriverEventType::LocationUnreachable => Self::LocationUnreachable,
            DriverEventType::LocationStocked => Self::LocationStocked,
            DriverEventType::DropOffComplete => Self::DropOffComplete,
            DriverEventType::PackingSlipQuery => Self::PackingSlipQuery,
            DriverEventType::VanTemperature => Self::VanTemperature,
            DriverEventType::InventoryRemoval => Self::InventoryRemoval,
            DriverEventType::ClearOutDecommission => Self::ClearOutDecommission,
        }
    }
}
