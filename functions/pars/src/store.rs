//! `ParStore` reads and writes the Pars table. No other module uses the table's keys.
//!
//! One table item contains all pars of one stocking, so that one write replaces them. A day's stockings are distributed
//! over [`SHARDS`] partitions by location, so that neither reading nor uploading a day creates a hot partition.

use crate::model::Pars;
use chrono::{Days, NaiveDate};
use jit::model::StockingId;
use serde::Deserialize;
use shared::{
    Instant, Page, Permit, Result,
    table::{self, CompositeKey, ItemExt, Key, SerializedItem, TransactWriteItem},
    time::midnight,
};
use std::collections::BTreeMap;

const KEY: CompositeKey = CompositeKey::new("dayShard", "stocking");
/// Number of shards per day.
const SHARDS: u32 = 8;
/// Stockings per page.
const PAGE_SIZE: usize = 1600;
/// Retention of pars after their drop-off day.
const RETENTION: Days = Days::new(400);

shared::store! {
    /// The Pars table.
    pub struct ParStore { variable: "PARS_TABLE", key: KEY }
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
    /// Returns the stockings that have pars.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, Stored>> {
        let stored: Vec<Stored> = self.table.get_all(ids.map(key)).await?;
        Ok(stored.into_iter().map(|stored| (stored.pars.stocking_id.clone(), stored)).collect())
    }

    /// Returns one page of the pars of a drop-off day, read from all shards in no order. The last page has no
    /// `next_token`.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<Pars>> {
        let query = |shard, after: Option<&str>| self.table.query(KEY.partition(day_shard(date, shard))).after(after);
        table::sharded_page(SHARDS, PAGE_SIZE, next_token, |after| !after.is_empty(), query).await
    }

    /// Returns the action that stores `pars`. Its condition fails unless the stored version is `expected` (`None`: no
    /// item).
    pub fn put(&self, pars: &Pars, expected: Option<u64>, permit: &Permit, now: Instant) -> Result<TransactWriteItem> {
        let item: SerializedItem = item(pars, expected.unwrap_or_default() + 1, permit.user(), now)?;
        self.table.put_if_version(item, expected).action()
    }

    /// Stores pars as version 1 written by `user`, without a condition. Used by the seeder.
    pub async fn put_all(&self, pars: &[Pars], user: &str, now: Instant) -> Result<()> {
        self.table.put_all(pars.iter().map(|pars| item(pars, 1, user, now)).collect::<Result<_>>()?).await
    }
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn key(id: &StockingId) -> Key {
    let shard = table::shard(id.location.as_str(), SHARDS);
    KEY.of(day_shard(id.drop_off_date, shard), format!("{}#{}", id.location, id.stocking_index))
}

/// Returns the stored item, including keys, user, time and expiry.
fn item<I: ItemExt>(pars: &Pars, version: u64, user: &str, now: Instant) -> Result<I> {
    let date = pars.stocking_id.drop_off_date;
    let item = I::of(pars)?.with_key(key(&pars.stocking_id));
    let item = item.with("version", version).with("updatedAt", now).with("updatedBy", user);
    Ok(item.with_expiry(midnight(date.checked_add_days(RETENTION).unwrap_or(date))))
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
        let stored: table::Item = item(&pars(2, "Salad "), 3, "ann@larder.example", now()).unwrap();
        assert_eq!(stored["stocking"].as_s().map(String::as_str), Ok("CHI_0001#2"));
        // 400 days after the drop-off day: 2027-12-28.
        assert_eq!(stored["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
        let expected = Stored { pars: pars(2, "Salad "), version: 3, updated_at: now() };
        assert_eq!(table::from_item::<Stored>("Pars", "stocking", stored).unwrap(), expected);
    }

    #[test]
    fn replaces_only_the_expected_version() {
        let put = |expected| {
            let action = ParStore::unconnected().put(&pars(1, "Salad "), expected, &Permit::system("test"), now());
            action.unwrap().into_request().put.unwrap()
        };
        let [first, second] = [None, Some(1)].map(put);
        assert_eq!((&first.item["version"], &second.item["version"]), (&table::number(1), &table::number(2)));
        let conditions = [first, second].map(|put| {
            let (names, values) = (put.expression_attribute_names, put.expression_attribute_values);
            table::testing::readable(&put.condition_expression.unwrap(), names.as_ref(), values.as_ref())
        });
        assert_eq!(conditions, ["attribute_not_exists(version)", "version = 1"]);
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
