//! `GET /reports/emptychannel/{date}` and `GET /reports/stockouts/{date}`.

use crate::told::{day_of_own, store, whole};
use chrono::Duration;
use reports::{
    model::{EmptyChannel, StockOut},
    rules,
};
use serde_json::json;
use shared::Instant;
use testkit::Stack;

fn stock_out(at: Instant, item: &str) -> StockOut {
    StockOut { location_id: "REPORTS_1".parse().unwrap(), at, item: item.into() }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_day_is_that_of_central_time_and_its_rows_have_the_fields_of_the_spec() {
    let stack = Stack::load().await;
    let (day, reader) = (day_of_own(), stack.person("read-only").await);
    let time = rules::time_of(day).unwrap();
    let second = Duration::seconds(1);
    let reports = [(time.start.plus(-second), "before"), (time.start, "first"), (time.end.plus(-second), "last")];
    let mut reports: Vec<StockOut> = reports.iter().map(|(at, item)| stock_out(*at, item)).collect();
    reports.push(stock_out(time.end, "after"));
    store(&stack, reports).await;
    for date in [day.format("%Y%m%d").to_string(), day.to_string()] {
        let (rows, _) = whole(&reader, &format!("/reports/stockouts/{date}")).await;
        let expected = json!([
            { "Date": day, "Time": "00:00", "Location": "REPORTS_1", "Item": "first", "timestamp": time.start },
            { "Date": day, "Time": "23:59", "Location": "REPORTS_1", "Item": "last", "timestamp": time.end.plus(-second) },
        ]);
        assert_eq!(json!(rows), expected);
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_busy_day_is_read_to_its_end_in_order() {
    let stack = Stack::load().await;
    let (day, reader) = (day_of_own(), stack.person("read-only").await);
    let begin = rules::time_of(day).unwrap().start;
    let channel = |number: u32| EmptyChannel {
        location_id: format!("REPORTS_{}", number % 40).parse().unwrap(),
        at: begin.plus(Duration::seconds(number.into())),
        vend_item_name: "Cobb Salad".into(),
        logical_row: number,
        logical_column: 3,
    };
    store(&stack, (0..4500).map(channel).collect()).await;
    let (rows, pages) = whole(&reader, &format!("/reports/emptychannel/{}", day.format("%Y%m%d"))).await;
    let numbers: Vec<u64> = rows.iter().map(|row| row["logicalRow"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..4500).collect::<Vec<u64>>());
    assert!(pages > 1, "all of it came at once");
    assert_eq!(rows[1]["kioskName"], "REPORTS_1");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_may_not_see_empty_channels_sees_none_and_what_is_no_day_is_refused() {
    let stack = Stack::load().await;
    let (nobody, reader) = (stack.person("no-permissions").await, stack.person("read-only").await);
    nobody.get("/reports/emptychannel/20261121").await.expect(403);
    for path in ["emptychannel", "stockouts"] {
        let refused = reader.get(&format!("/reports/{path}/20261131")).await.expect(400);
        assert_eq!(refused["errors"][0]["field"], "date");
        let refused = reader.get(&format!("/reports/{path}/20261121?nextToken=e30")).await.expect(400);
        assert_eq!(refused["errors"][0]["field"], "nextToken");
    }
}
