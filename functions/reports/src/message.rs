//! Telemetry messages for reports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::{Count, Fahrenheit, Text};

/// Reported by a van or a fridge: a temperature measured on a route.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Temperature {
    /// Degrees Fahrenheit.
    pub temperature: Fahrenheit,
    /// The assigned route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Text<100>>,
    /// The driver of the route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<Text<254>>,
}

/// Reported by a fridge: the last unit of an item was sold.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockOut {
    /// The item.
    pub item: Text<200>,
}

/// Reported by a fridge: a channel dispensed nothing.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmptyChannel {
    /// The item that the channel is assigned to.
    pub item_name: Text<200>,
    /// The channel's row.
    pub logical_row: Count<1000>,
    /// The channel's column.
    pub logical_column: Count<1000>,
}

/// Reported by the driver app: one step of a driver's request to a fridge.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverLog {
    /// The request that the step belongs to.
    pub request_id: Text<200>,
    /// The kind of step.
    pub entry: DriverLogStep,
    /// The driver's user id.
    pub uuid: Text<100>,
    /// The requested operation.
    pub operation: Text<200>,
    /// The error message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Text<2000>>,
}

/// A step of a driver's request to a fridge.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DriverLogStep {
    /// The driver sent the request.
    Request,
    /// The fridge responded.
    Response,
    /// The request failed.
    Error,
}
