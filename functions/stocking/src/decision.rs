//! `DropDecisionStore` reads and writes the DropDecisions table. It contains the first decision about each drop, and the
//! drop-offs that drivers reported with their times.
//!
//! The partition key `locationDay` of a decision is the day alone, so that all decisions about a day's drops (some
//! hundreds) are in one partition, regardless of when they were made. The partition key of the drop-offs is the day and
//! the location, with one item for each. The times of a day are divided into [`SHARDS`] partitions by location and sorted
//! by location, so that one query reads those of many locations.

use crate::{
    driver_action::DriverAction,
    model::PackingSlip,
    rules::drop_done::{self, DropOff},
    stocked::{StockedTime, StockedTimes, Stockings},
};
use chrono::{Duration, NaiveDate};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Error, Instant, Page, Result,
    table::{
        self, Changes, CompositeKey, Cursor, EXPIRES_AT, Item, ItemExt, Key, PutItem, TransactWriteItem, UpdateItem,
        Versioned, Write, attribute,
    },
    time::midnight,
};
use std::collections::{BTreeMap, BTreeSet};

const KEY: CompositeKey = CompositeKey::new("locationDay", "drop");
/// The position in the decisions of a day.
const CURSOR: Cursor = Cursor::new(&["drop"], |_| true);
/// Time until a decision expires: the same as for driver actions.
const RETENTION: Duration = Duration::days(400);
/// Maximum number of decisions on a page.
const PAGE_SIZE: i32 = 500;
/// Number of partitions of the stocked times of a day.
const SHARDS: u32 = 8;
/// The sort key of a location's drop-offs. It differs from every drop name, because a drop name starts with a location
/// id, which contains no `#`.
const DROP_OFFS_KEY: &str = "#dropOffs";

shared::store! {
    /// The store of drop decisions and reported drop-offs.
    pub struct DropDecisionStore { variable: "DROP_DECISIONS_TABLE", key: KEY }
}

/// The stored drop-offs at a location on a day.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredDropOffs {
    /// The texts of [`encode`].
    drop_offs: BTreeSet<String>,
}

/// The stored time of stockings.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredTime {
    drop: Stockings,
    stocked_at: Instant,
}

impl DropDecisionStore {
    /// The decision about the drop of a slip, or `None` if there is none.
    pub async fn get(&self, slip: &PackingSlip) -> Result<Option<DriverAction>> {
        self.table.get(key(slip)).await
    }

    /// A page of the decisions about the drops of a day, sorted by location, stocking and slip.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token is invalid.
    pub async fn list_by_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<DriverAction>> {
        let decisions = self.table.query(KEY.partition(date)).consistent().limit(PAGE_SIZE);
        decisions.page(CURSOR, next_token).await
    }

    /// Adds a drop-off that a driver reported at the location on the day. A duplicate report changes nothing.
    pub async fn add_drop_off(&self, date: NaiveDate, location: &LocationId, drop_off: &DropOff) -> Result<()> {
        self.update_drop_offs(date, location, encode(drop_off)?).send().await.map(drop)
    }

    fn update_drop_offs(&self, date: NaiveDate, location: &LocationId, drop_off: String) -> Write<'_, UpdateItem> {
        let drop_offs = attribute("dropOffs");
        let is_new = drop_offs.clone().not_exists().or(!drop_offs.contains(drop_off.as_str()));
        let changes = Changes::new().add("version", 1_u64).add("dropOffs", table::string_set([drop_off]));
        let changes = changes.set(EXPIRES_AT, table::time_to_live(midnight(date).plus(RETENTION)));
        self.table.update(drop_offs_key(date, location), changes).when(is_new)
    }

    /// Stores the time at which stockings were reported as done, unless an earlier one is stored.
    pub async fn add_stocked_time(&self, stocked: &StockedTime) -> Result<()> {
        self.keep_earliest(stocked).send().await.map(drop)
    }

    fn keep_earliest(&self, stocked: &StockedTime) -> Write<'_, PutItem> {
        let stocked_at = attribute("stockedAt");
        let is_earliest = stocked_at.clone().not_exists().or(stocked_at.greater_than(stocked.at));
        self.table.put(stocked_item(stocked)).when(is_earliest)
    }

    /// Stores many times without a condition. For the seeder.
    pub async fn put_stocked_times(&self, times: &[StockedTime]) -> Result<()> {
        self.table.put_all(times.iter().map(stocked_item).collect()).await
    }

    /// The stocked times of the locations on the day. Reads one range of locations per partition, so that a page of
    /// sorted locations needs at most [`SHARDS`] queries.
    pub async fn stocked_times<'a>(
        &self,
        date: NaiveDate,
        locations: impl Iterator<Item = &'a LocationId>,
    ) -> Result<StockedTimes> {
        let query = |(shard, (first, last)): (u32, (&LocationId, &LocationId))| {
            let partition = self.table.query(KEY.partition(stocked_partition(date, shard)));
            // An index is less than `~`.
            partition.between(format!("{first}#"), format!("{last}#~"))
        };
        let times: Vec<StoredTime> = table::all(ranges(locations).into_iter().map(query)).await?;
        Ok(times.into_iter().map(|time| (time.drop, time.stocked_at)).collect())
    }

    /// The drop-offs that drivers reported at the location on the day.
    pub async fn drop_offs(&self, date: NaiveDate, location: &LocationId) -> Result<DropOffs> {
        let stored = self.table.get(drop_offs_key(date, location)).await?;
        let Some(Versioned { value: StoredDropOffs { drop_offs }, version }) = stored else {
            return Ok(DropOffs::default());
        };
        let reported = drop_offs.iter().map(|text| serde_json::from_str(text).map_err(Error::internal));
        Ok(DropOffs { version: Some(version), reported: reported.collect::<Result<_>>()? })
    }

    /// The transaction action that fails if a drop-off at the location was reported since `expected` was read.
    pub fn check_drop_offs_unchanged(
        &self,
        date: NaiveDate,
        location: &LocationId,
        expected: &DropOffs,
    ) -> Result<TransactWriteItem> {
        let check = self.table.check(drop_offs_key(date, location));
        check.when(attribute("version").equals_or_not_exists(expected.version)).action()
    }

    /// The transaction action that stores the decision about the drop of a slip. It fails if one is stored.
    pub fn put_if_undecided(&self, slip: &PackingSlip, decision: &DriverAction) -> Result<TransactWriteItem> {
        self.table.put(item(slip, decision)?).when(attribute("drop").not_exists()).action()
    }
}

/// The name of a slip's drop, which is unique on its day: location, stocking and slip.
pub(crate) fn drop_name(slip: &PackingSlip) -> String {
    format!("{}#{}#{}", slip.location_id, slip.stocking_index, slip.unique_id)
}

/// The drop-offs that were reported at a location on a day.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct DropOffs {
    /// `None` if no drop-off was reported.
    version: Option<u64>,
    reported: BTreeSet<DropOff>,
}

impl DropOffs {
    /// Whether the drop of `slip`, which must be one of `day_slips`, is complete.
    pub fn is_complete(&self, slip: &PackingSlip, day_slips: &[PackingSlip]) -> bool {
        let reported: Vec<DropOff> = self.reported.iter().cloned().collect();
        let done = drop_done::completed(day_slips, &reported);
        day_slips.iter().zip(done).any(|(other, done)| done && other == slip)
    }
}

/// The key of a decision.
fn key(slip: &PackingSlip) -> Key {
    KEY.of(slip.drop_off_date, drop_name(slip))
}

fn drop_offs_key(date: NaiveDate, location: &LocationId) -> Key {
    KEY.of(format!("{date}#{location}"), DROP_OFFS_KEY)
}

fn stocked_partition(date: NaiveDate, shard: u32) -> String {
    format!("{date}#stocked#{shard}")
}

fn stocked_item(StockedTime { date, stockings, at }: &StockedTime) -> Item {
    let partition = stocked_partition(*date, stocked_shard(&stockings.location));
    Item::from(KEY.of(partition, stockings.to_string()))
        .with("stockedAt", *at)
        .with_expiry(midnight(*date).plus(RETENTION))
}

fn stocked_shard(location: &LocationId) -> u32 {
    table::shard(location.as_str(), SHARDS)
}

/// The first and the last of the locations in each partition of the stocked times.
fn ranges<'a>(locations: impl Iterator<Item = &'a LocationId>) -> BTreeMap<u32, (&'a LocationId, &'a LocationId)> {
    let mut ranges = BTreeMap::new();
    for location in locations {
        let (first, last) = ranges.entry(stocked_shard(location)).or_insert((location, location));
        (*first, *last) = ((*first).min(location), (*last).max(location));
    }
    ranges
}

/// The text of a drop-off in the stored set. Equal reports have equal texts, so the set contains each report once.
fn encode(drop_off: &DropOff) -> Result<String> {
    serde_json::to_string(drop_off).map_err(Error::internal)
}

fn item(slip: &PackingSlip, decision: &DriverAction) -> Result<Item> {
    Ok(table::to_item(decision)?.with_key(key(slip)).with_expiry(decision.created_at.plus(RETENTION)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::table::testing::readable;

    fn slip(unique_id: &str, stocking_index: u32) -> PackingSlip {
        PackingSlip {
            location_id: "F1".parse().unwrap(),
            unique_id: unique_id.into(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            route: "amber".into(),
            stocking_index,
            create_date: "2026-11-22".parse().unwrap(),
            slip_type: "ORDER".into(),
            client_code: "LARDER".into(),
            status: "PACKED".into(),
            tote_count: 1,
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn stores_decisions_by_day_and_drop_offs_by_day_and_location() {
        assert_eq!(key(&slip("PS-1", 2)), KEY.of("2026-11-23", "F1#2#PS-1"));
        let drop_offs = drop_offs_key(slip("PS-1", 2).drop_off_date, &"F1".parse().unwrap());
        assert_eq!(drop_offs, KEY.of("2026-11-23#F1", "#dropOffs"));
    }

    #[test]
    fn a_drop_is_complete_if_its_stocking_was_reported() {
        let day_slips = [slip("PS-1", 1), slip("PS-2", 1), slip("PS-3", 2)];
        let reported = DropOff { packing_slip_id: Some("PS-1".into()), ..DropOff::default() };
        let drop_offs = DropOffs { version: Some(1), reported: [reported].into() };
        assert_eq!(day_slips.each_ref().map(|slip| drop_offs.is_complete(slip, &day_slips)), [true, true, false]);
        assert!(!DropOffs::default().is_complete(&day_slips[0], &day_slips));
    }

    #[test]
    fn a_duplicate_report_does_not_change_the_version() {
        let store = DropDecisionStore::unconnected();
        let write = store.update_drop_offs("2026-11-23".parse().unwrap(), &"F1".parse().unwrap(), "{}".into());
        let update = write.action().unwrap().into_request().update.unwrap();
        let (names, values) = (update.expression_attribute_names(), update.expression_attribute_values());
        let condition = readable(update.condition_expression().unwrap(), names, values);
        assert_eq!(condition, "attribute_not_exists(dropOffs) OR NOT contains(dropOffs, \"{}\")");
    }

    fn stocked(location: &str, stocking_index: Option<u32>) -> StockedTime {
        let stockings = Stockings { location: location.parse().unwrap(), stocking_index };
        StockedTime { date: "2026-11-23".parse().unwrap(), stockings, at: "2026-11-23T14:00:00Z".parse().unwrap() }
    }

    #[test]
    fn a_stored_time_is_replaced_only_by_an_earlier_one() {
        let store = DropDecisionStore::unconnected();
        let put = store.keep_earliest(&stocked("F1", Some(2))).action().unwrap().into_request().put.unwrap();
        let (names, values) = (put.expression_attribute_names(), put.expression_attribute_values());
        let condition = readable(put.condition_expression().unwrap(), names, values);
        assert_eq!(condition, "attribute_not_exists(stockedAt) OR stockedAt > \"2026-11-23T14:00:00.000Z\"");
    }

    #[test]
    fn reads_a_stored_time_back_unchanged() {
        for index in [None, Some(2)] {
            let time = stocked("F1", index);
            let read: StoredTime = table::from_item("DropDecisions", "drop", stocked_item(&time)).unwrap();
            assert_eq!((read.drop, read.stocked_at), (time.stockings, time.at));
        }
    }

    #[test]
    fn the_range_of_a_partition_contains_its_locations() {
        let ids: Vec<LocationId> = (0..40).map(|number| format!("CHI_{number:04}").parse().unwrap()).collect();
        let ranges = ranges(ids.iter().rev());
        assert_eq!(ranges.len(), SHARDS as usize);
        for id in &ids {
            let (first, last) = ranges[&stocked_shard(id)];
            assert!((first..=last).contains(&id), "{id}");
        }
        assert_eq!(ranges.values().map(|(first, _)| *first).min(), ids.first());
    }

    #[test]
    fn reads_the_version_and_the_texts_of_stored_drop_offs() {
        let stored = Item::from(drop_offs_key("2026-11-23".parse().unwrap(), &"F1".parse().unwrap()));
        let stored = stored.with("version", 2_u64).with("dropOffs", table::string_set(["{}"]));
        let read: Versioned<StoredDropOffs> = DropDecisionStore::unconnected().table.read(stored).unwrap();
        assert_eq!((read.version, read.value.drop_offs), (2, ["{}".to_owned()].into()));
    }

    #[test]
    fn encodes_only_the_reported_fields() {
        assert_eq!(encode(&DropOff::default()).unwrap(), "{}");
        let full = DropOff { stocking_index: Some(1), packing_slip_id: Some("A".into()), route: Some("amber".into()) };
        assert_eq!(encode(&full).unwrap(), r#"{"stockingIndex":1,"packingSlipId":"A","route":"amber"}"#);
    }
}
