//! What telemetry tells for reports.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::{Count, Fahrenheit, Text};

/// From a van or a fridge: a temperature that was taken on a route.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Temperature {
    /// Degrees Fahrenheit.
    pub temperature: Fahrenheit,
    /// The route that was assigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<Text<100>>,
    /// Who drove it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<Text<254>>,
}

/// From a fridge: the last unit of an item was sold.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockOut {
    /// The item.
    pub item: Text<200>,
}

/// From a fridge: a channel gave nothing.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmptyChannel {
    /// The item that should be in it.
    pub item_name: Text<200>,
    /// Its row.
    pub logical_row: Count<1000>,
    /// Its column.
    pub logical_column: Count<1000>,
}

/// From the drivers' app: one step of what a driver asked of a fridge.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverLog {
    /// The request that the step belongs to.
    pub request_id: Text<200>,
    /// Which step it is.
    pub entry: DriverLogStep,
    /// The driver's user id.
    pub uuid: Text<100>,
    /// What was asked for.
    pub operation: Text<200>,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Text<2000>>,
}

/// A step of a request.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DriverLogStep {
    /// It was made.
    Request,
    /// It was answered.
    Response,
    /// It failed.
    Error,
}
