//! Stored form of reports.

pub use crate::message::DriverLogStep;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// A temperature measured on a route.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Temperature {
    /// The location.
    pub location_id: LocationId,
    /// The time of the report.
    pub at: Instant,
    /// Degrees Fahrenheit.
    pub temperature: f64,
    /// The assigned route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned_route: Option<String>,
    /// The driver of the route.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

/// The last unit of an item was sold.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockOut {
    /// The location.
    pub location_id: LocationId,
    /// The time of the report.
    pub at: Instant,
    /// The item.
    pub item: String,
}

/// A channel dispensed nothing.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmptyChannel {
    /// The location.
    pub location_id: LocationId,
    /// The time of the report.
    pub at: Instant,
    /// The item that the channel is assigned to.
    pub vend_item_name: String,
    /// The channel's row.
    pub logical_row: u32,
    /// The channel's column.
    pub logical_column: u32,
}

/// One step of a driver's request to a fridge.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverLogEntry {
    /// The fridge.
    pub location_id: LocationId,
    /// The time of the report.
    pub at: Instant,
    /// The request that the step belongs to.
    pub request_id: String,
    /// The kind of step.
    #[serde(rename = "type")]
    pub step: DriverLogStep,
    /// The driver's user id.
    pub uuid: String,
    /// The requested operation.
    pub operation: String,
    /// The error message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
