//! Reading the forecast: of one day, or of several for a chart or a comparison.

use crate::{
    model::{ForecastDay, ForecastRows},
    store::ForecastStore,
};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{Error, Result, time};
use std::collections::BTreeSet;

/// Days of one call.
const MOST: usize = 62;

/// The day of `GET /forecast/view/{date}`.
#[derive(Debug, Deserialize)]
pub struct ViewForecast {
    date: String,
}

/// The days of `GET /forecast/days`.
#[derive(Debug, Deserialize)]
pub struct ForecastDays {
    dates: String,
}

/// What is forecast for a day, by item.
///
/// # Errors
/// [`Error::Invalid`] where the date is none.
pub async fn view_forecast(store: &ForecastStore, ViewForecast { date }: ViewForecast) -> Result<ForecastRows> {
    rows(store, [parse("date", &date)?].into()).await
}

/// What is forecast for several days, which a comma divides.
///
/// # Errors
/// [`Error::Invalid`] where one of them is none, or there are too many.
pub async fn forecast_days(store: &ForecastStore, ForecastDays { dates }: ForecastDays) -> Result<ForecastRows> {
    let dates = dates.split(',').map(|date| parse("dates", date)).collect::<Result<BTreeSet<_>>>()?;
    if dates.len() > MOST {
        return Err(Error::invalid("dates", format!("One call asks for at most {MOST} days")));
    }
    rows(store, dates).await
}

/// A day as the wire has it.
pub(crate) fn parse(field: &str, text: &str) -> Result<NaiveDate> {
    let wrong = || Error::invalid(field, format!("{field} should be a date in the format YYYY-MM-DD"));
    time::day(text).ok_or_else(wrong)
}

async fn rows(store: &ForecastStore, dates: BTreeSet<NaiveDate>) -> Result<ForecastRows> {
    let days = store.get_all(dates).await?.into_values().map(|stored| stored.day);
    Ok(ForecastRows { items: days.flat_map(ForecastDay::told).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_has_one_spelling() {
        assert!(parse("date", "2026-11-23").is_ok());
        for text in ["", "2026-11-31", "2026-1-3", "2026/11/23", "20261123", "+2026-11-23"] {
            assert!(matches!(parse("date", text), Err(Error::Invalid(_))), "{text}");
        }
    }
}
