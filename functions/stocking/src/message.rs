//! Telemetry messages about stocking.

use crate::driver_action::DriverActionType;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shared::bounded::{Count, Fahrenheit, KeyPart, Text};

/// Sent by a kitchen: the packing slip of one stocking of a location. Each message contains the complete slip.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackingSlip {
    /// The slip's id in the upstream system. Together with the location and the stocking it identifies the slip.
    pub unique_id: KeyPart<200>,
    /// The business day of the drop-off, `YYYY-MM-DD`.
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    pub drop_off_date: NaiveDate,
    /// The route that delivers the slip.
    pub route: Text<100>,
    /// The number of the stocking on the location's day.
    pub stocking_index: Count<1000>,
    /// The day on which the slip was created, `YYYY-MM-DD`.
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    pub create_date: NaiveDate,
    /// The kind of order, such as `INTERNAL_ORDER`.
    pub slip_type: Text<100>,
    /// The client that owns the items.
    pub client_code: Text<100>,
    /// The status of the slip. `DELETED` if it was canceled.
    pub status: Text<100>,
    /// The number of totes. The maximum rejects obvious input errors.
    pub tote_count: Count<10_000>,
}

/// Reported by the driver app: an action of a driver at a location.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverAction {
    /// The type of the action.
    pub event_type: DriverEventType,
    /// The driver's e-mail address.
    pub user: Text<254>,
    /// Attributes of the action.
    pub data: DriverActionData,
}

/// The types of actions that drivers report. `DropOverride` is not one of them: only dispatchers override drops.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "documented in DriverActionType")]
pub enum DriverEventType {
    LocationUnreachable,
    LocationStocked,
    DropOffComplete,
    PackingSlipQuery,
    VanTemperature,
    InventoryRemoval,
    ClearOutDecommission,
}

/// Attributes of an action. Unknown attributes are stored, too.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverActionData {
    /// The slip that was scanned or dropped off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packing_slip_id: Option<Text<200>>,
    /// The number of the stocking on the location's day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stocking_index: Option<Count<1000>>,
    /// The driver's route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Text<100>>,
    /// The number of the stop on the route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Count<10_000>>,
    /// The van's temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<Fahrenheit>,
    /// Attributes that Larder stores but does not use.
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
