//! Rows of the reports in REST responses. The API fixes the field names.

use crate::model::{self, DriverLogStep};
use chrono::NaiveDate;
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::Serialize;
use shared::{Instant, time::CENTRAL};

/// An empty channel.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EmptyChannelRow {
    kiosk_name: LocationId,
    vend_item_name: String,
    timestamp: Instant,
    logical_column: u32,
    logical_row: u32,
}

impl From<model::EmptyChannel> for EmptyChannelRow {
    fn from(report: model::EmptyChannel) -> Self {
        let model::EmptyChannel { location_id, at, vend_item_name, logical_row, logical_column } = report;
        Self { kiosk_name: location_id, vend_item_name, timestamp: at, logical_column, logical_row }
    }
}

/// A stock-out. Date and time are in Central time. The timestamp makes them unambiguous in the hour that repeats when
/// daylight saving time ends.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct StockOutRow {
    date: NaiveDate,
    time: String,
    location: LocationId,
    item: String,
    #[serde(rename = "timestamp")]
    timestamp: Instant,
}

impl From<model::StockOut> for StockOutRow {
    fn from(report: model::StockOut) -> Self {
        let model::StockOut { location_id, at, item } = report;
        let time = at.utc().with_timezone(&CENTRAL).format("%H:%M").to_string();
        Self { date: at.central_date(), time, location: location_id, item, timestamp: at }
    }
}

/// One step of a driver's request to a fridge.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverLogRow {
    request_id: String,
    #[serde(rename = "type")]
    step: DriverLogStep,
    #[serde(rename = "action_time")]
    action_time: Instant,
    uuid: String,
    fridge: LocationId,
    operation: String,
    /// The error message of the fridge.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl From<model::DriverLogEntry> for DriverLogRow {
    fn from(entry: model::DriverLogEntry) -> Self {
        let model::DriverLogEntry { location_id, at, request_id, step, uuid, operation, error } = entry;
        Self { request_id, step, action_time: at, uuid, fridge: location_id, operation, error }
    }
}

/// A temperature measured on a route.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct RouteTemperatureRow {
    location: LocationId,
    /// Time in epoch seconds.
    date_time: i64,
    /// Degrees Fahrenheit.
    temperature: f64,
    /// The assigned route. Absent if there was none.
    #[serde(rename = "assignedRoute", skip_serializing_if = "Option::is_none")]
    assigned_route: Option<String>,
}

impl From<model::Temperature> for RouteTemperatureRow {
    fn from(report: model::Temperature) -> Self {
        let model::Temperature { location_id, at, temperature, assigned_route, driver: _ } = report;
        Self { location: location_id, date_time: at.utc().timestamp(), temperature, assigned_route }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    const AT: &str = "2026-11-21T20:04:30Z";

    fn location() -> LocationId {
        "CHI_0001".parse().unwrap()
    }

    #[test]
    fn an_empty_channel_row_has_the_api_fields() {
        let report = model::EmptyChannel {
            location_id: location(),
            at: AT.parse().unwrap(),
            vend_item_name: "Cobb Salad".into(),
            logical_row: 2,
            logical_column: 5,
        };
        let expected = json!({
            "kioskName": "CHI_0001", "vendItemName": "Cobb Salad", "timestamp": "2026-11-21T20:04:30.000Z",
            "logicalColumn": 5, "logicalRow": 2,
        });
        assert_eq!(json!(EmptyChannelRow::from(report)), expected);
    }

    #[rstest]
    #[case::in_winter(AT, "2026-11-21", "14:04")]
    #[case::in_summer("2026-07-21T20:04:30Z", "2026-07-21", "15:04")]
    #[case::before_midnight_central("2026-11-22T05:59:59Z", "2026-11-21", "23:59")]
    #[case::the_first_half_past_one("2026-11-01T06:30:00Z", "2026-11-01", "01:30")]
    #[case::the_second_half_past_one("2026-11-01T07:30:00Z", "2026-11-01", "01:30")]
    fn a_stock_out_row_has_the_central_date_and_time(#[case] at: &str, #[case] date: &str, #[case] time: &str) {
        let at: Instant = at.parse().unwrap();
        let report = model::StockOut { location_id: location(), at, item: "Cobb Salad".into() };
        let expected = json!({
            "Date": date, "Time": time, "Location": "CHI_0001", "Item": "Cobb Salad", "timestamp": at,
        });
        assert_eq!(json!(StockOutRow::from(report)), expected);
    }

    #[test]
    fn a_driver_log_row_has_the_api_fields() {
        let entry = |step, error: Option<&str>| {
            json!(DriverLogRow::from(model::DriverLogEntry {
                location_id: location(),
                at: AT.parse().unwrap(),
                request_id: "r-1".into(),
                step,
                uuid: "u-1".into(),
                operation: "UpdateFridgeStock".into(),
                error: error.map(Into::into),
            }))
        };
        let mut expected = json!({
            "requestId": "r-1", "type": "request", "action_time": "2026-11-21T20:04:30.000Z", "uuid": "u-1",
            "fridge": "CHI_0001", "operation": "UpdateFridgeStock",
        });
        assert_eq!(entry(DriverLogStep::Request, None), expected);
        expected["type"] = json!("error");
        expected["error"] = json!("no answer");
        assert_eq!(entry(DriverLogStep::Error, Some("no answer")), expected);
    }

    #[test]
    fn a_route_temperature_row_has_the_api_fields_and_no_driver() {
        let report = model::Temperature {
            location_id: location(),
            at: "2026-11-21T20:04:30.700Z".parse().unwrap(),
            temperature: 41.2,
            assigned_route: Some("chi_ana".into()),
            driver: Some("ana.chi@drivers.larder.example".into()),
        };
        let expected = json!({ "Location": "CHI_0001", "DateTime": 1_795_291_470, "Temperature": 41.2, "assignedRoute": "chi_ana" });
        assert_eq!(json!(RouteTemperatureRow::from(report.clone())), expected);
        let unassigned = json!(RouteTemperatureRow::from(model::Temperature { assigned_route: None, ..report }));
        assert!(unassigned.get("assignedRoute").is_none());
    }
}
