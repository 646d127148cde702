//! `JitStore` reads and writes the JitLocations table. No other module uses the table's keys.
//!
//! A day's stockings are distributed over [`SHARDS`] partitions by location. The sort key is `location#stockingIndex`.

use crate::{
    model::{JitLocation, StockingId},
    rules::Change,
};
use chrono::NaiveDate;
use locations::model::LocationId;
use shared::{
    Instant, Page, Result,
    table::{self, Changes, CompositeKey, Item, ItemExt, Key, TransactWriteItem, attribute},
};
use std::collections::BTreeMap;

const KEY: CompositeKey = CompositeKey::new("dayShard", "stocking");
/// Number of shards per day.
const SHARDS: u32 = 8;
/// Stockings per page. A page is smaller than [`shared::page::MAX_PAGE_BYTES`].
const PAGE_SIZE: usize = 2000;

shared::store! {
    /// The JitLocations table.
    pub struct JitStore { variable: "JIT_LOCATIONS_TABLE", key: KEY }
}

impl JitStore {
    /// Returns one page of a day's stockings, read from all shards in no order.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token does not belong to this list.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<JitLocation>> {
        let query = |shard, after: Option<&str>| self.table.query(KEY.partition(day_shard(date, shard))).after(after);
        table::sharded_page(SHARDS, PAGE_SIZE, next_token, |after| !after.is_empty(), query).await
    }

    /// Returns the stockings of one location on a day.
    pub async fn of_location(&self, date: NaiveDate, location: &LocationId) -> Result<Vec<JitLocation>> {
        let partition = KEY.partition(day_shard(date, table::shard(location.as_str(), SHARDS)));
        self.table.query(partition).beginning_with(format!("{location}#")).all().await
    }

    /// Returns the rows of the stockings that have one.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, JitLocation>> {
        let rows: Vec<JitLocation> = self.table.get_all(ids.map(key)).await?;
        Ok(rows.into_iter().map(|row| (row.stocking_id.clone(), row)).collect())
    }

    /// Returns the action that stores a decision. Its condition fails if JIT is not on or a decision is already stored.
    /// Turning JIT off removes the allocated items.
    pub fn decide(&self, id: &StockingId, change: &Change, email: &str, now: Instant) -> Result<TransactWriteItem> {
        let changes = Changes::new().set("jit", change.jit()).set("email", email).set("decidedAt", now);
        let changes = match change {
            Change::On => changes,
            Change::Off { reason } => changes.set("reason", reason).remove("items"),
        };
        let is_undecided = attribute("jit").equals(true).and(attribute("decidedAt").not_exists());
        self.table.update(key(id), changes).when(is_undecided).action()
    }

    /// Returns the action that stores the planned JIT status. Its condition fails if a decision is stored. Planning
    /// without JIT removes the allocated items.
    pub fn plan(&self, id: &StockingId, jit: bool) -> Result<TransactWriteItem> {
        let changes = Changes::new().set("jit", jit).set("stockingId", id.to_string());
        let changes = if jit { changes } else { changes.remove("items") };
        self.table.update(key(id), changes).when(attribute("decidedAt").not_exists()).action()
    }

    /// Stores rows without a condition. Used by the seeder.
    pub async fn put_all(&self, rows: &[JitLocation]) -> Result<()> {
        self.table.put_all(rows.iter().map(item).collect::<Result<_>>()?).await
    }
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn key(id: &StockingId) -> Key {
    let shard = table::shard(id.location.as_str(), SHARDS);
    KEY.of(day_shard(id.drop_off_date, shard), format!("{}#{}", id.location, id.stocking_index))
}

/// Returns the stored item, including its keys.
fn item(row: &JitLocation) -> Result<Item> {
    Ok(table::to_item(row)?.with_key(key(&row.stocking_id)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::AllocatedItem;

    #[test]
    fn a_page_is_smaller_than_1_mb() {
        let at: Instant = "2026-11-22T10:00:00Z".parse().unwrap();
        let row = JitLocation {
            reason: Some("r".repeat(60)),
            email: Some("e".repeat(60)),
            decided_at: Some(at),
            ..JitLocation::undecided("2026-11-23#CHICAGO_0001#2".parse().unwrap(), Some(false))
        };
        let bytes = serde_json::to_string(&row.into_response(Some(at))).unwrap().len();
        // `jitLocations` adds the field `pars` and a comma.
        assert!(PAGE_SIZE * (bytes + 13) <= shared::page::MAX_PAGE_BYTES, "{bytes} bytes per row");
    }

    #[test]
    fn reads_a_stored_row_back_unchanged() {
        let row = JitLocation {
            order_id: Some("JIT-1".into()),
            items: vec![AllocatedItem { item: "Harvest Salad".into(), quantity: 3 }],
            ..JitLocation::undecided("2026-11-23#CHI_0001#2".parse().unwrap(), Some(true))
        };
        let stored = item(&row).unwrap();
        assert_eq!(stored["stocking"].as_s().map(String::as_str), Ok("CHI_0001#2"));
        assert_eq!(table::from_item::<JitLocation>("JitLocations", "stocking", stored).unwrap(), row);
    }
}
