//! Reading reports, page by page, oldest first.

use crate::{
    rules,
    store::{Report, ReportStore},
};
use serde::Deserialize;
use shared::{Instant, Page, Result};
use std::ops::Range;

/// Rows of a page: about a megabyte.
const ROWS: u32 = 4000;

/// Of which day: `/reports/stockouts/{date}?nextToken=`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DayArguments {
    date: String,
    #[serde(default)]
    next_token: Option<String>,
}

/// Of which time: `?startTime=&endTime=&nextToken=`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RangeArguments {
    #[serde(default)]
    start_time: Option<String>,
    #[serde(default)]
    end_time: Option<String>,
    #[serde(default)]
    next_token: Option<String>,
}

/// A page of what was reported on a business day.
///
/// # Errors
/// [`shared::Error::Invalid`] where the day is none, or the token is not one that this list gave out.
pub async fn of_day<T: Report, Row: From<T>>(store: &ReportStore, arguments: DayArguments) -> Result<Page<Row>> {
    let time = rules::time_of(rules::day(&arguments.date)?)?;
    page(store, time, arguments.next_token.as_deref()).await
}

/// A page of what was reported in a range of time.
///
/// # Errors
/// [`shared::Error::Invalid`] where the range is none, or the token is not one that this list gave out.
pub async fn of_range<T: Report, Row: From<T>>(store: &ReportStore, arguments: RangeArguments) -> Result<Page<Row>> {
    let time = rules::time_range(arguments.start_time.as_deref(), arguments.end_time.as_deref())?;
    page(store, time, arguments.next_token.as_deref()).await
}

async fn page<T: Report, Row: From<T>>(
    store: &ReportStore,
    time: Range<Instant>,
    next_token: Option<&str>,
) -> Result<Page<Row>> {
    let Page { items, next_token } = store.page::<T>(time, ROWS, next_token).await?;
    Ok(Page { items: items.into_iter().map(Row::from).collect(), next_token })
}
