//! How warm a fridge was.

use crate::{model::FridgeTemperature, rules::temperature, store::HistoryStore};
use chrono::Duration;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Error, Instant, Result};

/// Hours that are shown where none are given.
const DAY: i64 = 24;
/// The most hours.
const WEEK: i64 = 168;
/// About as many temperatures are answered at most: more than a chart has pixels.
const MOST: usize = 1000;

/// Arguments of `fridgeTemperatures`.
#[derive(Debug, Deserialize)]
pub struct TemperaturesArguments {
    location: LocationId,
    hours: Option<i64>,
}

/// A fridge's temperatures of the last hours, oldest first.
///
/// # Errors
/// [`Error::Invalid`] where the hours are none, or more than a week's.
pub async fn fridge_temperatures(
    store: &HistoryStore,
    now: Instant,
    TemperaturesArguments { location, hours }: TemperaturesArguments,
) -> Result<Vec<FridgeTemperature>> {
    let hours = hours.unwrap_or(DAY);
    if !(1..=WEEK).contains(&hours) {
        return Err(Error::invalid("hours", format!("hours should be 1 to {WEEK}")));
    }
    let temperatures = store.temperatures(&location, now.plus(Duration::hours(-hours))).await?;
    Ok(temperature::thinned(temperatures, MOST))
}
