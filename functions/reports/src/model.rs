//! What is stored of reports.

pub use crate::message::DriverLogStep;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// A temperature that was taken on a route.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Temperature {
    /// Where.
    pub location_id: LocationId,
    /// When.
    pub at: Instant,
    /// Degrees Fahrenheit.
    pub temperature: f64,
    /// The route that was assigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assigned_route: Option<String>,
    /// Who drove it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub driver: Option<String>,
}

/// The last unit of an item was sold.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StockOut {
    /// Where.
    pub location_id: LocationId,
    /// When.
    pub at: Instant,
    /// The item.
    pub item: String,
}

/// A channel gave nothing.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmptyChannel {
    /// Where.
    pub location_id: LocationId,
    /// When.
    pub at: Instant,
    /// The item that should be in it.
    pub vend_item_name: String,
    /// Its row.
    pub logical_row: u32,
    /// Its column.
    pub logical_column: u32,
}

/// One step of what a driver asked of a fridge.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverLogEntry {
    /// Which fridge.
    pub location_id: LocationId,
    /// When.
    pub at: Instant,
    /// The request that the step belongs to.
    pub request_id: String,
    /// Which step it is.
    #[serde(rename = "type")]
    pub step: DriverLogStep,
    /// The driver's user id.
    pub uuid: String,
    /// What was asked for.
    pub operation: String,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
