//! The table of forecasts. The only module that knows its keys.
//!
//! One item is one day with all that is forecast for it, so that the days of a file are written by one transaction, and
//! two weeks are read by one call. A day holds at most [`crate::rules::ITEMS`] items: some 60 kB.

use crate::model::ForecastDay;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{
    Environment, FromEnvironment, Instant, Result,
    dynamo::{self, Item, number, text},
};
use std::collections::{BTreeMap, BTreeSet};

/// The table of forecasts.
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

/// A day as it is stored, how often it was written, and when it was last.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Stored {
    /// The day.
    #[serde(flatten)]
    pub day: ForecastDay,
    /// Counts the writes.
    pub version: u64,
    /// Since when it is so: what replaces it is later.
    #[serde(rename = "updatedAt")]
    pub since: Instant,
}

impl ForecastStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// What is forecast for a day; `None` where nothing is.
    pub async fn get(&self, date: NaiveDate) -> Result<Option<Stored>> {
        Ok(self.get_all([date].into()).await?.remove(&date))
    }

    /// Those of the days for which something is forecast.
    pub async fn get_all(&self, dates: BTreeSet<NaiveDate>) -> Result<BTreeMap<NaiveDate, Stored>> {
        let keys = dates.into_iter().map(key).collect();
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        let named = |stored: Stored| (stored.day.date, stored);
        items.into_iter().map(|item| dynamo::from_item(&self.table, "date", item).map(named)).collect()
    }

    /// The action that stores `day`, refused where the version has moved since it was `seen` (`None`: nothing was).
    pub fn put(&self, day: &ForecastDay, seen: Option<u64>, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let item = item(day, seen.unwrap_or_default() + 1, user, now)?;
        dynamo::put_over(&self.table, item, seen)
    }

    /// Stores days as first written by `user`, whatever is there: for the seeder.
    pub async fn put_all(&self, days: &[ForecastDay], user: &str, now: Instant) -> Result<()> {
        let items = days.iter().map(|day| item(day, 1, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}

fn key(date: NaiveDate) -> Item {
    Item::from([("date".into(), text(date.to_string()))])
}

/// The day as it is stored: with who wrote it when.
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
    fn a_stored_day_reads_back_as_it_was() {
        let forecast = |quantity, produced: Option<&str>| Forecast {
            quantity,
            production_date: produced.map(|date| date.parse().unwrap()),
        };
        let rows = [("Harvest Salad", forecast(40, Some("2026-11-22"))), ("Green Juice", forecast(0, None))];
        let rows = rows.map(|(item, forecast)| (item.to_owned(), forecast)).into();
        let day = ForecastDay { date: "2026-11-23".parse().unwrap(), rows };
        let since = "2026-11-21T10:00:00Z".parse().unwrap();
        let stored = item(&day, 3, "ann@larder.example", since).unwrap();
        assert_eq!(stored["date"].as_s().map(String::as_str), Ok("2026-11-23"));
        let expected = Stored { day, version: 3, since };
        assert_eq!(dynamo::from_item::<Stored>("Forecast", "date", stored).unwrap(), expected);
    }

    #[test]
    fn the_largest_file_fits_one_transaction() {
        use crate::rules::{DAYS, ITEMS, LONGEST};
        let date: NaiveDate = "2026-11-23".parse().unwrap();
        let forecast = Forecast { quantity: 1_000_000, production_date: Some(date) };
        let name = |item: usize| format!("{item:0>LONGEST$}");
        let rows = (0..ITEMS).map(|item| (name(item), forecast.clone())).collect();
        let of_day = serde_json::to_string(&ForecastDay { date, rows }).unwrap().len();
        assert!(of_day < 400_000 && of_day * DAYS < 4_000_000, "{of_day}");
    }
}
