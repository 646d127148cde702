//! Forecasts' files, and what becomes of them.

use chrono::{Days, NaiveDate};
use serde_json::Value;
use testkit::{Person, Stack, wait_until};
use uuid::Uuid;

/// A day that no other test has, with room for some after it.
pub(crate) fn day_of_own() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000 * 7)
}

/// A file of these lines.
pub(crate) fn file(lines: &[(&str, NaiveDate, u32)]) -> String {
    let line = |(item, date, quantity): &(&str, NaiveDate, u32)| {
        let date = date.format("%Y/%m/%d");
        format!("{item},{date},{quantity},{date}\n")
    };
    let lines: String = lines.iter().map(line).collect();
    format!("Item,AllocationDate,Quantity,ProductionDate\n{lines}")
}

/// Asks for an address: the upload's id, and the address.
pub(crate) async fn address(person: &Person<'_>) -> (String, String) {
    let answer = person.get("/forecast/upload/url?fileName=week%2047.csv").await.expect(200);
    let text = |name: &str| answer["body"][name].as_str().unwrap().to_owned();
    (text("uploadId"), text("url"))
}

/// The upload once its file was read.
pub(crate) async fn ended(person: &Person<'_>, upload: &str) -> Value {
    wait_until("what became of the file", async || {
        let told = person.get(&format!("/uploads/{upload}?folder=forecast-uploads")).await.expect(200);
        (told["state"] != "STARTED").then_some(told)
    })
    .await
}

/// Uploads a file; what became of it.
pub(crate) async fn upload(stack: &Stack, person: &Person<'_>, file: &str) -> Value {
    let (upload, url) = address(person).await;
    assert_eq!(stack.put_file(&url, "text/csv", file).await, 200);
    ended(person, &upload).await
}

/// What is forecast for a day: item and quantity.
pub(crate) async fn viewed(person: &Person<'_>, date: NaiveDate) -> Vec<(String, u64)> {
    let answer = person.get(&format!("/forecast/view/{date}")).await.expect(200);
    let row = |row: &Value| {
        assert_eq!(row["Date"], date.to_string());
        (row["Item"].as_str().unwrap().to_owned(), row["Quantity"].as_u64().unwrap())
    };
    answer["items"].as_array().unwrap().iter().map(row).collect()
}
