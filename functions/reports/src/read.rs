//! Lists reports page by page, oldest first.

use crate::{
    rules,
    store::{Report, ReportStore},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{Instant, Page, Result};
use std::ops::Range;

/// Rows per page: about 1 MB.
const PAGE_SIZE: u32 = 4000;

/// Arguments of a report of one day: `/reports/stockouts/{date}?nextToken=`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DayArguments {
    /// The business day: `YYYYMMDD` or `YYYY-MM-DD`.
    #[schemars(regex(pattern = r"^(\d{8}|\d{4}-\d{2}-\d{2})$"))]
    date: String,
    /// The token of the next page.
    #[serde(default)]
    next_token: Option<String>,
}

/// Arguments of a report of a time range: `?startTime=&endTime=&nextToken=`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("required" = ["startTime", "endTime"]))]
pub struct RangeArguments {
    /// The start of the range, in whole seconds since 1970.
    #[serde(default)]
    #[schemars(regex(pattern = r"^\d+$"))]
    start_time: Option<String>,
    /// The end of the range, in whole seconds since 1970.
    #[serde(default)]
    #[schemars(regex(pattern = r"^\d+$"))]
    end_time: Option<String>,
    /// The token of the next page.
    #[serde(default)]
    next_token: Option<String>,
}

/// Returns one page of the reports of a business day.
///
/// # Errors
/// [`shared::Error::Invalid`] if the day is not valid, or the token does not belong to this list.
pub async fn of_day<T: Report, Row: From<T>>(store: &ReportStore, arguments: DayArguments) -> Result<Page<Row>> {
    let time = rules::business_day(rules::parse_day(&arguments.date)?)?;
    page(store, time, arguments.next_token.as_deref()).await
}

/// Returns one page of the reports of a time range.
///
/// # Errors
/// [`shared::Error::Invalid`] if the range is not valid, or the token does not belong to this list.
pub async fn of_range<T: Report, Row: From<T>>(store: &ReportStore, arguments: RangeArguments) -> Result<Page<Row>> {
    let time = rules::time_range(arguments.start_time.as_deref(), arguments.end_time.as_deref())?;
    page(store, time, arguments.next_token.as_deref()).await
}

async fn page<T: Report, Row: From<T>>(
    store: &ReportStore,
    time: Range<Instant>,
    next_token: Option<&str>,
) -> Result<Page<Row>> {
    let Page { items, next_token } = store.page::<T>(time, PAGE_SIZE, next_token).await?;
    Ok(Page { items: items.into_iter().map(Row::from).collect(), next_token })
}
