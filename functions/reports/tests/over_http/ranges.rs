//! `GET /reports/driverlog` and `GET /reports/routetemperatures`.

use crate::told::{around, day_of_own, noon, store, whole};
use chrono::Duration;
use reports::model::{DriverLogEntry, DriverLogStep, Temperature};
use serde_json::json;
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_drivers_log_has_each_step_in_order() {
    let stack = Stack::load().await;
    let (day, reader) = (day_of_own(), stack.person("read-only").await);
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
    store(&stack, steps).await;
    let (rows, _) = whole(&reader, &format!("/reports/driverlog{}", around(day, 1))).await;
    let expected = json!([
        { "requestId": "r-1", "type": "request", "action_time": noon(day), "uuid": "u-1", "fridge": "REPORTS_1",
          "operation": "UpdateFridgeStock" },
        { "requestId": "r-1", "type": "error", "action_time": noon(day).plus(Duration::seconds(2)), "uuid": "u-1",
          "fridge": "REPORTS_1", "operation": "UpdateFridgeStock", "error": "no answer" },
    ]);
    assert_eq!(json!(rows), expected);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_month_of_temperatures_is_read_page_by_page_and_only_by_who_may_record_them() {
    let stack = Stack::load().await;
    let (day, logistics) = (day_of_own(), stack.person("logistics").await);
    let report = |days| Temperature {
        location_id: "REPORTS_1".parse().unwrap(),
        at: noon(day).plus(Duration::days(days)),
        temperature: 41.2,
        assigned_route: Some("chi_ana".into()),
        driver: None,
    };
    store(&stack, vec![report(-14), report(0), report(14)]).await;
    let address = format!("/reports/routetemperatures{}", around(day, 15));
    let (rows, pages) = whole(&logistics, &address).await;
    let at = |days| noon(day).plus(Duration::days(days)).utc().timestamp();
    let row = |days| json!({ "Location": "REPORTS_1", "DateTime": at(days), "Temperature": 41.2, "assignedRoute": "chi_ana" });
    assert_eq!(rows, [row(-14), row(0), row(14)]);
    assert!(pages > 1, "a month came at once");
    stack.person("read-only").await.get(&address).await.expect(403);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn start_and_end_are_required_and_start_is_before_end() {
    let stack = Stack::load().await;
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
            let refused = logistics.get(&format!("/reports/{path}{query}")).await.expect(400);
            assert_eq!(refused["message"], message, "{path}{query}");
        }
    }
}
