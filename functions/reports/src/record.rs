//! Writes reports from telemetry messages. A repeated message changes nothing.

use crate::{
    message,
    model::{DriverLogEntry, EmptyChannel, StockOut, Temperature},
    store::ReportStore,
};
use locations::model::LocationId;
use shared::{Instant, Result};
use uuid::Uuid;

/// Location and time of a report, and the id of its message.
pub type ReportOrigin = (LocationId, Instant, Uuid);

/// Stores a temperature measured on a route.
pub async fn temperature(store: &ReportStore, origin: ReportOrigin, report: message::Temperature) -> Result<()> {
    let (location_id, at, id) = origin;
    store.put(id, &Temperature::from_message(location_id, at, report)).await
}

/// Stores a stock-out.
pub async fn stock_out(store: &ReportStore, origin: ReportOrigin, report: message::StockOut) -> Result<()> {
    let (location_id, at, id) = origin;
    store.put(id, &StockOut { location_id, at, item: report.item.into() }).await
}

/// Stores an empty channel.
pub async fn empty_channel(store: &ReportStore, origin: ReportOrigin, report: message::EmptyChannel) -> Result<()> {
    let (location_id, at, id) = origin;
    let report = EmptyChannel {
        location_id,
        at,
        vend_item_name: report.item_name.into(),
        logical_row: report.logical_row.into(),
        logical_column: report.logical_column.into(),
    };
    store.put(id, &report).await
}

/// Stores one step of a driver's request to a fridge.
pub async fn driver_log(store: &ReportStore, origin: ReportOrigin, report: message::DriverLog) -> Result<()> {
    let (location_id, at, id) = origin;
    store.put(id, &DriverLogEntry::from_message(location_id, at, report)).await
}

impl Temperature {
    /// Converts a telemetry message.
    pub fn from_message(location_id: LocationId, at: Instant, report: message::Temperature) -> Self {
        Self {
            location_id,
            at,
            temperature: report.temperature.into(),
            assigned_route: report.route.map(|route| route.to_lowercase()),
            driver: report.driver.map(|driver| driver.to_lowercase()),
        }
    }
}

impl DriverLogEntry {
    /// Converts a telemetry message.
    pub fn from_message(location_id: LocationId, at: Instant, report: message::DriverLog) -> Self {
        Self {
            location_id,
            at,
            request_id: report.request_id.into(),
            step: report.entry,
            uuid: report.uuid.into(),
            operation: report.operation.into(),
            error: report.error.map(Into::into),
        }
    }
}
