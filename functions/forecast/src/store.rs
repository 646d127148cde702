//! `ForecastStore` reads and writes the Forecast table. No other module uses the table's keys.
//!
//! One table item contains all forecasts of one day. So the days of a file fit in one transaction, and one call reads
//! two weeks. A day has at most [`crate::rules::MAX_ITEMS`] items (about 60 kB).

use crate::model::ForecastDay;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, Item, number, text},
};
use std::collections::{BTreeMap, BTreeSet};

/// The Forecast table.
#[derive(Clone, Debug)]
pub struct ForecastStore {
    client: Client,
    table: String,
}

impl FromEnvironment for ForecastStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("FORECAST_TABLE")? })
    }
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
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the forecasts of a day, or `None` if there are none.
    pub async fn get(&self, date: NaiveDate) -> Result<Option<Stored>> {
        Ok(self.get_all([date].into()).await?.remove(&date))
    }

    /// Returns the days that have forecasts.
    pub async fn get_all(&self, dates: BTreeSet<NaiveDate>) -> Result<BTreeMap<NaiveDate, Stored>> {
        let keys = dates.into_iter().map(key).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        let by_date = |stored: Stored| (stored.day.date, stored);
        items.into_iter().map(|item| dynamo::from_item(&self.table, "date", item).map(by_date)).collect()
    }

    /// Returns the action that stores `day`. Its condition fails unless the stored version is `expected` (`None`: no
    /// item).
    pub fn put(&self, day: &ForecastDay, expected: Option<u64>, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let item = item(day, expected.unwrap_or_default() + 1, user, now)?;
        dynamo::put_if_version(&self.table, item, expected)
    }

    /// Stores days as version 1 written by `user`, without a condition. Used by the seeder.
    pub async fn put_all(&self, days: &[ForecastDay], user: &str, now: Instant) -> Result<()> {
        let items = days.iter().map(|day| item(day, 1, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

fn key(date: NaiveDate) -> Item {
    Item::from([("date".into(), text(date.to_string()))])
}

/// Returns the stored item, including user and time of the write.
fn item(day: &ForecastDay, version: u64, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(day)?;
    item.insert("version".into(), number(version));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    Ok(item)
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
        assert_eq!(dynamo::from_item::<Stored>("Forecast", "date", stored).unwrap(), expected);
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
