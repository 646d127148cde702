//! What the tests of this area share: reports of times that no other test has.

use chrono::{DateTime, Days, Duration, NaiveDate};
use reports::store::{Report, ReportStore};
use serde_json::Value;
use shared::Instant;
use testkit::{Person, Stack};
use uuid::Uuid;

/// A day that no other test has; nothing is told of it but by the test.
pub(crate) fn day_of_own() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000)
}

/// Noon of the day, UTC: half past five or so in the morning in Chicago.
pub(crate) fn noon(day: NaiveDate) -> Instant {
    day.and_hms_opt(12, 0, 0).unwrap().and_utc().into()
}

/// Stores reports as telemetry does.
pub(crate) async fn store<T: Report>(stack: &Stack, reports: Vec<T>) {
    let table: ReportStore = stack.aws().store(&[("REPORTS_TABLE", "Reports")]);
    let reports: Vec<(Uuid, T)> = reports.into_iter().map(|report| (Uuid::now_v7(), report)).collect();
    table.put_all(&reports).await.unwrap();
}

/// The rows of all pages, and how many pages those were.
pub(crate) async fn whole(person: &Person<'_>, address: &str) -> (Vec<Value>, usize) {
    let (mut rows, mut pages, mut next) = (Vec::new(), 0, String::new());
    loop {
        let mut page = person.get(&format!("{address}{next}")).await.expect(200);
        rows.append(page["items"].as_array_mut().unwrap());
        pages += 1;
        let Some(token) = page["nextToken"].as_str() else { return (rows, pages) };
        next = format!("{}nextToken={token}", if address.contains('?') { "&" } else { "?" });
    }
}

/// `?startTime=&endTime=` of so many days before and after noon of the day.
pub(crate) fn around(day: NaiveDate, days: i64) -> String {
    let second = |days: i64| DateTime::timestamp(&(noon(day).plus(Duration::days(days)).utc()));
    format!("?startTime={}&endTime={}", second(-days), second(days))
}
