//! `PackingSlipStore` reads and writes the PackingSlips table.
//!
//! A day's slips are in [`SHARDS`] partitions by location, each sorted by location, stocking and slip. The slips of many
//! locations are therefore groups of each partition ([`table::all_of_groups`]).

use crate::model::PackingSlip;
use chrono::{Duration, NaiveDate};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Result,
    shards::{Order, Slice},
    table::{self, CompositeKey, Item, ItemExt, attribute},
    time::midnight,
};
use std::collections::BTreeMap;

const KEY: CompositeKey = CompositeKey::new("dayShard", "slip");
/// Number of partitions per day.
const SHARDS: u32 = 8;
/// Maximum number of slips that one query reads from a partition.
const MAX_SLIPS_PER_SHARD: i32 = 400;
/// Time after the drop-off date until a slip expires: the same as for driver actions.
const RETENTION: Duration = Duration::days(400);
/// The status of a canceled slip, whose totes are not delivered.
const DELETED: &str = "DELETED";

shared::store! {
    /// The store of packing slips.
    pub struct PackingSlipStore { variable: "PACKING_SLIPS_TABLE", key: KEY }
}

/// Number of totes by location and stocking. A stocking without slips has no entry.
pub type Totes = BTreeMap<(LocationId, u32), u32>;

impl PackingSlipStore {
    /// The next slips of a day after the cursor `after`, sorted by location, stocking and id.
    pub async fn list_after(&self, date: NaiveDate, after: Option<&str>) -> Result<Slice<PackingSlip>> {
        let query =
            |shard| self.table.query(KEY.partition(day_shard(date, shard))).after(after).limit(MAX_SLIPS_PER_SHARD);
        table::merged(Order::Ascending, (0..SHARDS).map(query)).await
    }

    /// The slips of one location on a day.
    pub async fn list_by_location(&self, date: NaiveDate, location: &LocationId) -> Result<Vec<PackingSlip>> {
        let shard = KEY.partition(day_shard(date, shard(location)));
        self.table.query(shard).beginning_with(format!("{location}#")).consistent().all().await
    }

    /// Stores the slip, unless the stored one is as new or newer.
    pub async fn put(&self, slip: &PackingSlip) -> Result<()> {
        let is_newer = attribute("slip").not_exists().or(attribute("occurredAt").less_than(slip.occurred_at));
        self.table.put(item(slip)?).when(is_newer).send().await.map(drop)
    }

    /// The totes of these locations on a day.
    pub async fn totes<'a>(
        &self,
        date: NaiveDate,
        locations: impl IntoIterator<Item = &'a LocationId>,
    ) -> Result<Totes> {
        let mut by_shard: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for location in locations {
            by_shard.entry(shard(location)).or_default().push(location.as_str());
        }
        let queries = by_shard.into_iter().flat_map(|(shard, locations)| {
            let slips = self.table.query(KEY.partition(day_shard(date, shard)));
            slips.project(["locationId", "stockingIndex", "toteCount", "status"]).groups("locationId", locations)
        });
        Ok(sum(table::all_of_groups(queries).await?))
    }

    /// Stores many slips and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, slips: &[PackingSlip]) -> Result<()> {
        self.table.put_all(slips.iter().map(item).collect::<Result<_>>()?).await
    }
}

/// The attributes of a slip that count its totes.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SlipTotes {
    location_id: LocationId,
    stocking_index: u32,
    tote_count: u32,
    status: String,
}

fn sum(lines: Vec<SlipTotes>) -> Totes {
    let mut totes = Totes::new();
    for line in lines.into_iter().filter(|line| !line.status.eq_ignore_ascii_case(DELETED)) {
        *totes.entry((line.location_id, line.stocking_index)).or_default() += line.tote_count;
    }
    totes
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn shard(location: &LocationId) -> u32 {
    table::shard(location.as_str(), SHARDS)
}

/// The stored item of a slip, with its keys and expiry.
fn item(slip: &PackingSlip) -> Result<Item> {
    let name = format!("{}#{}#{}", slip.location_id, slip.stocking_index, slip.unique_id);
    let key = KEY.of(day_shard(slip.drop_off_date, shard(&slip.location_id)), name);
    Ok(table::to_item(slip)?.with_key(key).with_expiry(midnight(slip.drop_off_date).plus(RETENTION)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slip() -> PackingSlip {
        PackingSlip {
            location_id: "FRIDGE_1".parse().unwrap(),
            unique_id: "PS-1".into(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            route: "chi_ana".into(),
            stocking_index: 1,
            create_date: "2026-11-22".parse().unwrap(),
            slip_type: "ORDER".into(),
            client_code: "LARDER".into(),
            status: "PACKED".into(),
            tote_count: 4,
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_stored_slip_round_trips() {
        let read: PackingSlip = table::from_item("PackingSlips", "slip", item(&slip()).unwrap()).unwrap();
        assert_eq!(read, slip());
    }

    #[test]
    fn stores_a_slip_by_day_and_location() {
        let item = item(&slip()).unwrap();
        assert_eq!(item["slip"].as_s().map(String::as_str), Ok("FRIDGE_1#1#PS-1"));
        assert!(item["dayShard"].as_s().unwrap().starts_with("2026-11-23#"));
    }

    #[test]
    fn a_slip_expires_400_days_after_its_drop_off_date() {
        assert_eq!(item(&slip()).unwrap()["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
    }

    #[test]
    fn sums_the_totes_of_a_stocking_without_canceled_slips() {
        let line = |id: &str, stocking_index, tote_count, status: &str| SlipTotes {
            location_id: id.parse().unwrap(),
            stocking_index,
            tote_count,
            status: status.into(),
        };
        let lines = vec![
            line("A", 1, 3, "PACKED"),
            line("A", 1, 2, "OPEN"),
            line("A", 2, 7, "PACKED"),
            line("A", 2, 9, "deleted"),
            line("B", 1, 0, "PACKED"),
            line("C", 1, 5, "DELETED"),
        ];
        let key = |id: &str, index| (id.parse().unwrap(), index);
        assert_eq!(sum(lines), Totes::from([(key("A", 1), 5), (key("A", 2), 7), (key("B", 1), 0)]));
    }
}
