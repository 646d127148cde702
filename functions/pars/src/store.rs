//! The table of pars. The only module that knows its keys.
//!
//! One item is one stocking of a location, so that all its pars are replaced by one write. A day's stockings lie in
//! [`SHARDS`] partitions, by their location, so that neither a day nor an upload of one is a hot partition.

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

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Stockings on a page.
const PAGE: usize = 1600;
/// Days for which pars are kept after their drop-off.
const LIVES: Days = Days::new(400);

/// The table of pars.
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

/// Pars as they are stored, how often they were written, and when they were last.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Stored {
    /// The pars.
    #[serde(flatten)]
    pub pars: Pars,
    /// Counts the writes.
    pub version: u64,
    /// Since when they are so: what replaces them is later.
    #[serde(rename = "updatedAt")]
    pub since: Instant,
}

impl ParStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Those of the stockings that have pars.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, Stored>> {
        let items = dynamo::get_all(&self.client, &self.table, ids.map(key).collect(), &[]).await?;
        let named = |stored: Stored| (stored.pars.stocking_id.clone(), stored);
        items.into_iter().map(|item| dynamo::from_item(&self.table, "stocking", item).map(named)).collect()
    }

    /// Some of the stockings that are dropped off on that day, of all partitions and so in no order. What has no
    /// `next_token` is the last page.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] where the token is not one that this list gave out.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<Pars>> {
        let read = async |shard, after: Option<String>, limit| {
            let query = self.client.query().table_name(&self.table).limit(limit);
            let (partition, sort) = (("dayShard", day_shard(date, shard)), ("stocking", after.as_deref()));
            shards::next_of(query, Order::Rising, partition, sort).await?.try_map(|item| self.read(item))
        };
        shards::page(SHARDS, PAGE, next_token, |after| !after.is_empty(), read).await
    }

    /// The action that stores `pars`, refused where the version has moved since it was `seen` (`None`: nothing was).
    pub fn put(&self, pars: &Pars, seen: Option<u64>, permit: &Permit, now: Instant) -> Result<TransactWriteItem> {
        let item = item(pars, seen.unwrap_or_default() + 1, permit.user(), now)?;
        dynamo::put_over(&self.table, item, seen)
    }

    /// Stores many as first written by `user`, whatever is there: for the seeder.
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

/// The pars as they are stored: with their keys, who wrote them when, and the end of their life.
fn item(pars: &Pars, version: u64, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(pars)?;
    let date = pars.stocking_id.drop_off_date;
    let ends = date.checked_add_days(LIVES).unwrap_or(date);
    item.extend(key(&pars.stocking_id));
    item.insert("version".into(), number(version));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    item.insert("expiresAt".into(), number(ends.and_time(NaiveTime::MIN).and_utc().timestamp()));
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
    fn stored_pars_read_back_as_they_were() {
        let stored = item(&pars(2, "Salad "), 3, "ann@larder.example", now()).unwrap();
        assert_eq!(stored["stocking"].as_s().map(String::as_str), Ok("CHI_0001#2"));
        // 400 days after its day: 2027-12-28.
        assert_eq!(stored["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
        let expected = Stored { pars: pars(2, "Salad "), version: 3, since: now() };
        assert_eq!(dynamo::from_item::<Stored>("Pars", "stocking", stored).unwrap(), expected);
    }

    #[test]
    fn the_largest_group_is_far_below_what_an_item_takes() {
        let mut largest = pars(500, &"N".repeat(96));
        for par in largest.items.values_mut() {
            par.over_capacity_amount = Decimal::MAX;
        }
        assert!(serde_json::to_string(&largest).unwrap().len() < 150_000);
    }
}
