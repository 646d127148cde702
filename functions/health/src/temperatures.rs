//! The temperatures of a fridge.

use crate::{model::FridgeTemperature, rules::temperature, store::HistoryStore};
use chrono::Duration;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Error, Instant, Result};

/// Default period in hours.
const DEFAULT_HOURS: i64 = 24;
/// Maximum period in hours: one week.
const MAX_HOURS: i64 = 168;
/// Approximate maximum number of temperatures in a response: more than a chart has pixels.
const MAX_POINTS: usize = 1000;

/// Arguments of `fridgeTemperatures`.
#[derive(Debug, Deserialize)]
pub struct TemperaturesArguments {
    location: LocationId,
    hours: Option<i64>,
}

/// A fridge's temperatures of the last `hours` hours, oldest first.
///
/// # Errors
/// [`Error::Invalid`] if the period is shorter than one hour or longer than one week.
pub async fn fridge_temperatures(
    store: &HistoryStore,
    now: Instant,
    TemperaturesArguments { location, hours }: TemperaturesArguments,
) -> Result<Vec<FridgeTemperature>> {
    let hours = hours.unwrap_or(DEFAULT_HOURS);
    if !(1..=MAX_HOURS).contains(&hours) {
        return Err(Error::invalid("hours", format!("hours should be 1 to {MAX_HOURS}")));
    }
    let temperatures = store.temperatures(&location, now.plus(Duration::hours(-hours))).await?;
    Ok(temperature::downsample(temperatures, MAX_POINTS))
}
