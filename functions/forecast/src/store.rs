//! `ForecastStore` reads and writes the Forecast table. No other module uses the table's keys.
//!
//! One table item contains all forecasts of one day. So the days of a file fit in one transaction, and one call reads
//! two weeks. A day has at most [`crate::rules::MAX_ITEMS`] items (about 60 kB).

use crate::model::ForecastDay;
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{
    Instant, Result,
    table::{self, Item, ItemExt, SimpleKey, TransactWriteItem},
};
use std::collections::{BTreeMap, BTreeSet};

const KEY: SimpleKey = SimpleKey::new("date");

shared::store! {
    /// The Forecast table.
    pub struct ForecastStore { variable: "FORECAST_TABLE", key: KEY }
}

/// A stored day with its version.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Stored {
    /// The day's forecasts.
    #[serde(flatten)]
    pub day: ForecastDay,
    /// Version: the number of writes.
    pub version: u64,
    /// The time of the last write. Later writes get a later time.
    #[serde(rename = "updatedAt")]
    pub updated_at: Instant,
}

impl ForecastStore {
    /// Returns the forecasts of a day, or `None` if there are none.
    pub async fn get(&self, date: NaiveDate) -> Result<Option<Stored>> {
        Ok(self.get_all([date].into()).await?.remove(&date))
    }

    /// Returns the days that have forecasts.
    pub async fn get_all(&self, dates: BTreeSet<NaiveDate>) -> Result<BTreeMap<NaiveDate, Stored>> {
        let stored: Vec<Stored> = self.table.get_all(dates.into_iter().map(|date| KEY.of(date))).await?;
        Ok(stored.into_iter().map(|stored| (stored.day.date, stored)).collect())
    }

    /// Returns the action that stores `day`. Its condition fails unless the stored version is `expected` (`None`: no
    /// item).
    pub fn put(&self, day: &ForecastDay, expected: Option<u64>, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let item = item(day, expected.unwrap_or_default() + 1, user, now)?;
        self.table.put_if_version(item, expected).action()
    }

    /// Stores days as version 1 written by `user`, without a condition. Used by the seeder.
    pub async fn put_all(&self, days: &[ForecastDay], user: &str, now: Instant) -> Result<()> {
        self.table.put_all(days.iter().map(|day| item(day, 1, user, now)).collect::<Result<_>>()?).await
    }
}

/// Returns the stored item, including user and time of the write.
fn item(day: &ForecastDay, version: u64, user: &str, now: Instant) -> Result<Item> {
    Ok(table::to_item(day)?.with("version", version).with("updatedAt", now).with("updatedBy", user))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Forecast;

    #[test]
    fn reads_a_stored_day_back_unchanged() {
        let forecast = |quantity, produced: Option<&str>| Forecast {
            quantity,
            production_date: produced.map(|date| date.parse().unwrap()),
        };
        let rows = [("Harvest Salad", forecast(40, Some("2026-11-22"))), ("Green Juice", forecast(0, None))];
        let rows = rows.map(|(item, forecast)| (item.to_owned(), forecast)).into();
        let day = ForecastDay { date: "2026-11-23".parse().unwrap(), rows };
        let updated_at = "2026-11-21T10:00:00Z".parse().unwrap();
        let stored = item(&day, 3, "ann@larder.example", updated_at).unwrap();
        assert_eq!(stored["date"].as_s().map(String::as_str), Ok("2026-11-23"));
        let expected = Stored { day, version: 3, updated_at };
        assert_eq!(table::from_item::<Stored>("Forecast", "date", stored).unwrap(), expected);
    }

    #[test]
    fn the_largest_file_fits_one_transaction() {
        use crate::rules::{MAX_DAYS, MAX_ITEM_CHARS, MAX_ITEMS};
        let date: NaiveDate = "2026-11-23".parse().unwrap();
        let forecast = Forecast { quantity: 1_000_000, production_date: Some(date) };
        let name = |item: usize| format!("{item:0>MAX_ITEM_CHARS$}");
        let rows = (0..MAX_ITEMS).map(|item| (name(item), forecast.clone())).collect();
        let day_bytes = serde_json::to_string(&ForecastDay { date, rows }).unwrap().len();
        assert!(day_bytes < 400_000 && day_bytes * MAX_DAYS < 4_000_000, "{day_bytes}");
    }
}
