//! Helpers: forecast files and their upload.

use chrono::{Days, NaiveDate};
use integration::{Person, Stack, wait_until};
use serde_json::Value;
use uuid::Uuid;

/// Returns a random future day, at least a week apart from the days of other tests.
pub(crate) fn unique_day() -> NaiveDate {
    let random = Uuid::now_v7().as_u64_pair().1;
    NaiveDate::from_ymd_opt(2100, 1, 1).unwrap() + Days::new(random % 300_000 * 7)
}

/// Returns a forecast file with the lines.
pub(crate) fn csv(lines: &[(&str, NaiveDate, u32)]) -> String {
    let line = |(item, date, quantity): &(&str, NaiveDate, u32)| {
        let date = date.format("%Y/%m/%d");
        format!("{item},{date},{quantity},{date}\n")
    };
    let lines: String = lines.iter().map(line).collect();
    format!("Item,AllocationDate,Quantity,ProductionDate\n{lines}")
}

/// Creates an upload and returns its id and presigned URL.
pub(crate) async fn create_upload(person: &Person<'_>) -> (String, String) {
    let response = person.get("/forecast/upload/url?fileName=week%2047.csv").await.expect(200);
    let text = |name: &str| response["body"][name].as_str().unwrap().to_owned();
    (text("uploadId"), text("url"))
}

/// Waits until the file was ingested and returns the upload.
pub(crate) async fn wait_for_result(person: &Person<'_>, upload: &str) -> Value {
    wait_until("the upload's result", async || {
        let upload = person.get(&format!("/uploads/{upload}?folder=forecast-uploads")).await.expect(200);
        (upload["state"] != "STARTED").then_some(upload)
    })
    .await
}

/// Uploads a file and returns the upload with its result.
pub(crate) async fn upload(stack: &Stack, person: &Person<'_>, file: &str) -> Value {
    let (upload, url) = create_upload(person).await;
    assert_eq!(stack.put_file(&url, "text/csv", file).await, 200);
    wait_for_result(person, &upload).await
}

/// Returns the forecast of a day: item and quantity.
pub(crate) async fn view_forecast(person: &Person<'_>, date: NaiveDate) -> Vec<(String, u64)> {
    let response = person.get(&format!("/forecast/view/{date}")).await.expect(200);
    let row = |row: &Value| {
        assert_eq!(row["Date"], date.to_string());
        (row["Item"].as_str().unwrap().to_owned(), row["Quantity"].as_u64().unwrap())
    };
    response["items"].as_array().unwrap().iter().map(row).collect()
}
