//! Helpers: reports on days that other tests do not use.

use chrono::{DateTime, Days, Duration, NaiveDate};
use integration::{Person, Stack};
use reports::store::{Report, ReportStore};
use serde_json::Value;
use shared::Instant;
use uuid::Uuid;

/// Returns a random future day, which other tests do not use.
pub(crate) fn unique_day() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// Returns 12:00 UTC of the day, which is 6:00 or 7:00 in Chicago.
pub(crate) fn noon(day: NaiveDate) -> Instant {
    day.and_hms_opt(12, 0, 0).unwrap().and_utc().into()
}

/// Stores reports as telemetry ingestion does.
pub(crate) async fn store_reports<T: Report>(stack: &Stack, reports: Vec<T>) {
    let table: ReportStore = stack.aws().store(&[("REPORTS_TABLE", "Reports")]);
    let reports: Vec<(Uuid, T)> = reports.into_iter().map(|report| (Uuid::now_v7(), report)).collect();
    table.put_all(&reports).await.unwrap();
}

/// Reads all pages. Returns their rows and the number of pages.
pub(crate) async fn read_all(person: &Person<'_>, address: &str) -> (Vec<Value>, usize) {
    let (mut rows, mut pages, mut next) = (Vec::new(), 0, String::new());
    loop {
        let mut page = person.get(&format!("{address}{next}")).await.expect(200);
        rows.append(page["items"].as_array_mut().unwrap());
        pages += 1;
        let Some(token) = page["nextToken"].as_str() else { return (rows, pages) };
        next = format!("{}nextToken={token}", if address.contains('?') { "&" } else { "?" });
    }
}

/// Returns the query `?startTime=&endTime=` for `days` days before and after noon of the day.
pub(crate) fn range_query(day: NaiveDate, days: i64) -> String {
    let second = |days: i64| DateTime::timestamp(&(noon(day).plus(Duration::days(days)).utc()));
    format!("?startTime={}&endTime={}", second(-days), second(days))
}
