//! `GET /reports/driverlog` and `GET /reports/routetemperatures`.

use crate::helpers::{noon, range_query, read_all, store_reports, unique_day};
use chrono::Duration;
use integration::{Stack, stack_test};
use reports::model::{DriverLogEntry, DriverLogStep, Temperature};
use serde_json::json;

#[stack_test]
async fn lists_the_steps_of_driver_requests_in_order(stack: Stack) {
    let (day, reader) = (unique_day(), stack.person("read-only").await);
    let entry = |seconds, step, error: Option<&str>| DriverLogEntry {
        location_id: "REPORTS_1".parse().unwrap(),
        at: noon(day).plus(Duration::seconds(seconds)),
        request_id: "r-1".into(),
        step,
        uuid: "u-1".into(),
        operation: "UpdateFridgeStock".into(),
        error: error.map(Into::into),
    };
    let steps = vec![entry(2, DriverLogStep::Error, Some("no answer")), entry(0, DriverLogStep::Request, None)];
    store_reports(&stack, steps).await;
    let (rows, _) = read_all(&reader, &format!("/reports/driverlog{}", range_query(day, 1))).await;
    let expected = json!([
        { "requestId": "r-1", "type": "request", "action_time": noon(day), "uuid": "u-1", "fridge": "REPORTS_1",
          "operation": "UpdateFridgeStock" },
        { "requestId": "r-1", "type": "error", "action_time": noon(day).plus(Duration::seconds(2)), "uuid": "u-1",
          "fridge": "REPORTS_1", "operation": "UpdateFridgeStock", "error": "no answer" },
    ]);
    assert_eq!(json!(rows), expected);
}

#[stack_test]
async fn pages_through_temperatures_and_requires_record_temperature(stack: Stack) {
    let (day, logistics) = (unique_day(), stack.person("logistics").await);
    let report = |days| Temperature {
        location_id: "REPORTS_1".parse().unwrap(),
        at: noon(day).plus(Duration::days(days)),
        temperature: 41.2,
        assigned_route: Some("chi_ana".into()),
        driver: None,
    };
    store_reports(&stack, vec![report(-14), report(0), report(14)]).await;
    let address = format!("/reports/routetemperatures{}", range_query(day, 15));
    let (rows, pages) = read_all(&logistics, &address).await;
    let at = |days| noon(day).plus(Duration::days(days)).utc().timestamp();
    let row = |days| json!({ "Location": "REPORTS_1", "DateTime": at(days), "Temperature": 41.2, "assignedRoute": "chi_ana" });
    assert_eq!(rows, [row(-14), row(0), row(14)]);
    assert!(pages > 1, "all rows were on one page");
    stack.person("read-only").await.get(&address).await.expect(403);
}

#[stack_test]
async fn rejects_missing_reversed_long_and_invalid_ranges(stack: Stack) {
    let logistics = stack.person("logistics").await;
    for path in ["driverlog", "routetemperatures"] {
        for (query, message) in [
            ("", "Start time or End time cannot be null"),
            ("?startTime=1795262400", "Start time or End time cannot be null"),
            ("?startTime=5&endTime=5", "Start time cannot be equal or greater than end time"),
            ("?startTime=6&endTime=5", "Start time cannot be equal or greater than end time"),
            ("?startTime=0&endTime=9000000", "The time range cannot be longer than 92 days"),
            ("?startTime=now&endTime=5", "startTime should be in whole seconds since 1970"),
        ] {
            let rejection = logistics.get(&format!("/reports/{path}{query}")).await.expect(400);
            assert_eq!(rejection["message"], message, "{path}{query}");
        }
    }
}
