//! Reads the forecast of one day, or of several days for a chart or a comparison.

use crate::{
    model::{ForecastDay, ForecastRows},
    store::ForecastStore,
};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{Error, Result, time};
use std::collections::BTreeSet;

/// Maximum number of days per call.
const MAX_DAYS: usize = 62;

/// Arguments of `GET /forecast/view/{date}`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ViewForecast {
    /// The allocation day.
    #[schemars(with = "NaiveDate")]
    date: String,
}

/// Arguments of `GET /forecast/days`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ForecastDays {
    /// Allocation days in the format YYYY-MM-DD, separated by commas. At most 62.
    dates: String,
}

/// Returns the forecast of a day, ordered by item.
///
/// # Errors
/// [`Error::Invalid`] if the date is not valid.
pub async fn view_forecast(store: &ForecastStore, ViewForecast { date }: ViewForecast) -> Result<ForecastRows> {
    rows(store, [parse("date", &date)?].into()).await
}

/// Returns the forecasts of several days, given as a comma-separated list.
///
/// # Errors
/// [`Error::Invalid`] if a date is not valid, or there are too many.
pub async fn forecast_days(store: &ForecastStore, ForecastDays { dates }: ForecastDays) -> Result<ForecastRows> {
    let dates = dates.split(',').map(|date| parse("dates", date)).collect::<Result<BTreeSet<_>>>()?;
    if dates.len() > MAX_DAYS {
        return Err(Error::invalid("dates", format!("Request at most {MAX_DAYS} days at a time")));
    }
    rows(store, dates).await
}

/// Parses a date in the format YYYY-MM-DD.
pub(crate) fn parse(field: &str, text: &str) -> Result<NaiveDate> {
    let error = || Error::invalid(field, format!("{field} should be a date in the format YYYY-MM-DD"));
    time::day(text).ok_or_else(error)
}

async fn rows(store: &ForecastStore, dates: BTreeSet<NaiveDate>) -> Result<ForecastRows> {
    let days = store.get_all(dates).await?.into_values().map(|stored| stored.day);
    Ok(ForecastRows { items: days.flat_map(ForecastDay::into_rows).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_the_format_yyyy_mm_dd() {
        assert!(parse("date", "2026-11-23").is_ok());
        for text in ["", "2026-11-31", "2026-1-3", "2026/11/23", "20261123", "+2026-11-23"] {
            assert!(matches!(parse("date", text), Err(Error::Invalid(_))), "{text}");
        }
    }
}
