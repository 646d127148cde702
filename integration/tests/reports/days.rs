//! `GET /reports/emptychannel/{date}` and `GET /reports/stockouts/{date}`.

use crate::helpers::{read_all, store_reports, unique_day};
use chrono::Duration;
use integration::{Stack, stack_test};
use reports::{
    model::{EmptyChannel, StockOut},
    rules,
};
use serde_json::json;
use shared::Instant;

fn stock_out(at: Instant, item: &str) -> StockOut {
    StockOut { location_id: "REPORTS_1".parse().unwrap(), at, item: item.into() }
}

#[stack_test]
async fn lists_the_stock_outs_of_a_central_day_with_the_api_fields(stack: Stack) {
    let (day, reader) = (unique_day(), stack.person("read-only").await);
    let time = rules::business_day(day).unwrap();
    let second = Duration::seconds(1);
    let reports = [(time.start.plus(-second), "before"), (time.start, "first"), (time.end.plus(-second), "last")];
    let mut reports: Vec<StockOut> = reports.iter().map(|(at, item)| stock_out(*at, item)).collect();
    reports.push(stock_out(time.end, "after"));
    store_reports(&stack, reports).await;
    for date in [day.format("%Y%m%d").to_string(), day.to_string()] {
        let (rows, _) = read_all(&reader, &format!("/reports/stockouts/{date}")).await;
        let expected = json!([
            { "Date": day, "Time": "00:00", "Location": "REPORTS_1", "Item": "first", "timestamp": time.start },
            { "Date": day, "Time": "23:59", "Location": "REPORTS_1", "Item": "last", "timestamp": time.end.plus(-second) },
        ]);
        assert_eq!(json!(rows), expected);
    }
}

#[stack_test]
async fn pages_through_a_busy_day_in_order(stack: Stack) {
    let (day, reader) = (unique_day(), stack.person("read-only").await);
    let begin = rules::business_day(day).unwrap().start;
    let channel = |number: u32| EmptyChannel {
        location_id: format!("REPORTS_{}", number % 40).parse().unwrap(),
        at: begin.plus(Duration::seconds(number.into())),
        vend_item_name: "Cobb Salad".into(),
        logical_row: number,
        logical_column: 3,
    };
    store_reports(&stack, (0..4500).map(channel).collect()).await;
    let (rows, pages) = read_all(&reader, &format!("/reports/emptychannel/{}", day.format("%Y%m%d"))).await;
    let numbers: Vec<u64> = rows.iter().map(|row| row["logicalRow"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (0..4500).collect::<Vec<u64>>());
    assert!(pages > 1, "all rows were on one page");
    assert_eq!(rows[1]["kioskName"], "REPORTS_1");
}

#[stack_test]
async fn rejects_callers_without_permission_invalid_dates_and_forged_tokens(stack: Stack) {
    let (unauthorized, reader) = (stack.person("no-permissions").await, stack.person("read-only").await);
    unauthorized.get("/reports/emptychannel/20261121").await.expect(403);
    for path in ["emptychannel", "stockouts"] {
        let rejection = reader.get(&format!("/reports/{path}/20261131")).await.expect(400);
        assert_eq!(rejection["errors"][0]["field"], "date");
        let rejection = reader.get(&format!("/reports/{path}/20261121?nextToken=e30")).await.expect(400);
        assert_eq!(rejection["errors"][0]["field"], "nextToken");
    }
}
