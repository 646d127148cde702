//! Writing what telemetry tells for reports. The same message again changes nothing.

use crate::{
    message,
    model::{DriverLogEntry, EmptyChannel, StockOut, Temperature},
    store::ReportStore,
};
use locations::model::LocationId;
use shared::{Instant, Result};
use uuid::Uuid;

/// Where and when it was, and the message that tells it.
pub type Told = (LocationId, Instant, Uuid);

/// Writes a temperature that was taken on a route.
pub async fn temperature(store: &ReportStore, told: Told, report: message::Temperature) -> Result<()> {
    let (location_id, at, id) = told;
    store.put(id, &Temperature::told(location_id, at, report)).await
}

/// Writes that the last unit of an item was sold.
pub async fn stock_out(store: &ReportStore, told: Told, report: message::StockOut) -> Result<()> {
    let (location_id, at, id) = told;
    store.put(id, &StockOut { location_id, at, item: report.item.into() }).await
}

/// Writes that a channel gave nothing.
pub async fn empty_channel(store: &ReportStore, told: Told, report: message::EmptyChannel) -> Result<()> {
    let (location_id, at, id) = told;
    let report = EmptyChannel {
        location_id,
        at,
        vend_item_name: report.item_name.into(),
        logical_row: report.logical_row.into(),
        logical_column: report.logical_column.into(),
    };
    store.put(id, &report).await
}

/// Writes one step of what a driver asked of a fridge.
pub async fn driver_log(store: &ReportStore, told: Told, report: message::DriverLog) -> Result<()> {
    let (location_id, at, id) = told;
    store.put(id, &DriverLogEntry::told(location_id, at, report)).await
}

impl Temperature {
    /// What a message tells.
    pub fn told(location_id: LocationId, at: Instant, report: message::Temperature) -> Self {
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
    /// What a message tells.
    pub fn told(location_id: LocationId, at: Instant, report: message::DriverLog) -> Self {
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
