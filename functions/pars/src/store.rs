//! `ParStore` reads and writes the Pars table. No other module uses the table's keys.
//!
//! One table item contains all pars of one stocking, so that one write replaces them. A day's stockings are distributed
//! over [`SHARDS`] partitions by location, so that neither reading nor uploading a day creates a hot partition.

use crate::model::Pars;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use chrono::{Days, NaiveDate, NaiveTime};
use jit::model::StockingId;
use serde::Deserialize;
use shared::{
    Environment, FromEnvironment, Instant, Page, Permit, Result,
    dynamo::{self, Item, number, text},
    shards::{self, Order},
};
use std::collections::BTreeMap;

/// Number of shards per day.
const SHARDS: u32 = 8;
/// Stockings per page.
const PAGE_SIZE: usize = 1600;
/// Retention of pars after their drop-off day.
const RETENTION: Days = Days::new(400);

/// The Pars table.
#[derive(Clone, Debug)]
pub struct ParStore {
    client: Client,
    table: String,
}

impl FromEnvironment for ParStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("PARS_TABLE")? })
    }
}

/// Stored pars with their version.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Stored {
    /// The pars.
    #[serde(flatten)]
    pub pars: Pars,
    /// Version: the number of writes.
    pub version: u64,
    /// The time of the last write. Later writes get a later time.
    #[serde(rename = "updatedAt")]
    pub updated_at: Instant,
}

impl ParStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the stockings that have pars.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, Stored>> {
        let items = dynamo::get_all(&self.client, &self.table, ids.map(key).collect(), &[]).await?;
        let by_id = |stored: Stored| (stored.pars.stocking_id.clone(), stored);
        items.into_iter().map(|item| dynamo::from_item(&self.table, "stocking", item).map(by_id)).collect()
    }

    /// Returns one page of the pars of a drop-off day, read from all shards in no order. The last page has no
    /// `next_token`.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<Pars>> {
        let read = async |shard, after: Option<String>, limit| {
            let query = self.client.query().table_name(&self.table).limit(limit);
            let (partition, sort) = (("dayShard", day_shard(date, shard)), ("stocking", after.as_deref()));
            shards::read_next(query, Order::Ascending, partition, sort).await?.try_map(|item| self.read(item))
        };
        shards::page(SHARDS, PAGE_SIZE, next_token, |after| !after.is_empty(), read).await
    }

    /// Returns the action that stores `pars`. Its condition fails unless the stored version is `expected` (`None`: no
    /// item).
    pub fn put(&self, pars: &Pars, expected: Option<u64>, permit: &Permit, now: Instant) -> Result<TransactWriteItem> {
        let item = item(pars, expected.unwrap_or_default() + 1, permit.user(), now)?;
        dynamo::put_if_version(&self.table, item, expected)
    }

    /// Stores pars as version 1 written by `user`, without a condition. Used by the seeder.
    pub async fn put_all(&self, pars: &[Pars], user: &str, now: Instant) -> Result<()> {
        let items = pars.iter().map(|pars| item(pars, 1, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn read(&self, item: Item) -> Result<Pars> {
        dynamo::from_item(&self.table, "stocking", item)
    }
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn key(id: &StockingId) -> Item {
    let shard = dynamo::shard(id.location.as_str(), SHARDS);
    let stocking = format!("{}#{}", id.location, id.stocking_index);
    Item::from([("dayShard".into(), text(day_shard(id.drop_off_date, shard))), ("stocking".into(), text(stocking))])
}

/// Returns the stored item, including keys, user, time and expiry.
fn item(pars: &Pars, version: u64, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(pars)?;
    let date = pars.stocking_id.drop_off_date;
    let expires = date.checked_add_days(RETENTION).unwrap_or(date);
    item.extend(key(&pars.stocking_id));
    item.insert("version".into(), number(version));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    item.insert("expiresAt".into(), number(expires.and_time(NaiveTime::MIN).and_utc().timestamp()));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Par;
    use rust_decimal::{Decimal, dec};

    fn pars(items: usize, name: &str) -> Pars {
        let par = Par { par: 100_000, over_capacity_amount: dec!(2.5), priority_boost: false };
        Pars {
            stocking_id: "2026-11-23#CHI_0001#2".parse().unwrap(),
            delivery_date: "2026-11-24".parse().unwrap(),
            jit: false,
            items: (0..items).map(|index| (format!("{name}{index:04}"), par.clone())).collect(),
        }
    }

    fn now() -> Instant {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    #[test]
    fn reads_stored_pars_back_unchanged() {
        let stored = item(&pars(2, "Salad "), 3, "ann@larder.example", now()).unwrap();
        assert_eq!(stored["stocking"].as_s().map(String::as_str), Ok("CHI_0001#2"));
        // 400 days after the drop-off day: 2027-12-28.
        assert_eq!(stored["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
        let expected = Stored { pars: pars(2, "Salad "), version: 3, updated_at: now() };
        assert_eq!(dynamo::from_item::<Stored>("Pars", "stocking", stored).unwrap(), expected);
    }

    #[test]
    fn the_largest_group_fits_a_table_item() {
        let mut largest = pars(500, &"N".repeat(96));
        for par in largest.items.values_mut() {
            par.over_capacity_amount = Decimal::MAX;
        }
        assert!(serde_json::to_string(&largest).unwrap().len() < 150_000);
    }
}
