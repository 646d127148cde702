//! `PackingSlipStore` reads and writes the PackingSlips table.
//!
//! A day's slips are in [`SHARDS`] partitions by location, each sorted by location, stocking and slip. The slips of an
//! alphabetical range of locations are therefore one range of each partition.

use crate::model::PackingSlip;
use aws_sdk_dynamodb::Client;
use chrono::NaiveDate;
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Environment, FromEnvironment, Result,
    dynamo::{self, Item, text},
    shards::{self, Order, Slice},
};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// Number of partitions per day.
const SHARDS: u32 = 8;
/// Maximum number of slips that one query reads from a partition.
const MAX_SLIPS_PER_SHARD: i32 = 400;
/// The status of a canceled slip, whose totes are not delivered.
const DELETED: &str = "DELETED";

/// The store of packing slips.
#[derive(Clone, Debug)]
pub struct PackingSlipStore {
    client: Client,
    table: String,
}

impl FromEnvironment for PackingSlipStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("PACKING_SLIPS_TABLE")? })
    }
}

/// Number of totes by location and stocking. A stocking without slips has no entry.
pub type Totes = BTreeMap<(LocationId, u32), u32>;

impl PackingSlipStore {
    /// The next slips of a day after the cursor `after`, sorted by location, stocking and id.
    pub async fn list_after(&self, date: NaiveDate, after: Option<&str>) -> Result<Slice<PackingSlip>> {
        let read = |shard| {
            let query = self.client.query().table_name(&self.table).limit(MAX_SLIPS_PER_SHARD);
            shards::read_next(query, Order::Ascending, ("dayShard", day_shard(date, shard)), ("slip", after))
        };
        shards::in_order(0..SHARDS, Order::Ascending, read).await?.try_map(|item| self.read(item))
    }

    /// The slips of one location on a day.
    pub async fn list_by_location(&self, date: NaiveDate, location: &LocationId) -> Result<Vec<PackingSlip>> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .consistent_read(true)
            .key_condition_expression("dayShard = :shard AND begins_with(slip, :location)")
            .expression_attribute_values(":shard", text(day_shard(date, dynamo::shard(location.as_str(), SHARDS))))
            .expression_attribute_values(":location", text(format!("{location}#")))
            .into_paginator()
            .items()
            .send();
        let mut slips = Vec::new();
        while let Some(item) = pages.next().await {
            slips.push(self.read(item.map_err(dynamo::failure)?)?);
        }
        Ok(slips)
    }

    fn read(&self, item: Item) -> Result<PackingSlip> {
        dynamo::from_item(&self.table, "slip", item)
    }

    /// Stores the slip, unless the stored one is as new or newer.
    pub async fn put(&self, slip: &PackingSlip) -> Result<()> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(slip)?))
            .condition_expression("attribute_not_exists(slip) OR occurredAt < :occurred")
            .expression_attribute_values(":occurred", text(slip.occurred_at.to_string()))
            .send()
            .await;
        dynamo::condition_failed_as_none(put).map(drop)
    }

    /// The totes of a day for an alphabetical range of locations.
    pub async fn totes(&self, date: NaiveDate, locations: RangeInclusive<&LocationId>) -> Result<Totes> {
        let shards: Vec<Vec<SlipTotes>> = stream::iter(0..SHARDS)
            .map(|shard| self.tote_counts(date, shard, &locations))
            .buffer_unordered(SHARDS as usize)
            .try_collect()
            .await?;
        Ok(sum(shards.into_iter().flatten()))
    }

    async fn tote_counts(
        &self,
        date: NaiveDate,
        shard: u32,
        locations: &RangeInclusive<&LocationId>,
    ) -> Result<Vec<SlipTotes>> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("dayShard = :shard AND slip BETWEEN :first AND :last")
            .projection_expression("slip, locationId, stockingIndex, toteCount, #status")
            .expression_attribute_names("#status", "status")
            .expression_attribute_values(":shard", text(day_shard(date, shard)))
            .expression_attribute_values(":first", text(format!("{}#", locations.start())))
            // `$` is the character after `#`: the range includes all slips of the last location and none of the next.
            .expression_attribute_values(":last", text(format!("{}$", locations.end())))
            .into_paginator()
            .items()
            .send();
        let mut lines = Vec::new();
        while let Some(item) = pages.next().await {
            lines.push(dynamo::from_item(&self.table, "slip", item.map_err(dynamo::failure)?)?);
        }
        Ok(lines)
    }

    /// Stores many slips and overwrites existing ones. For the seeder.
    pub async fn put_all(&self, slips: &[PackingSlip]) -> Result<()> {
        let items = slips.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
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

fn sum(lines: impl Iterator<Item = SlipTotes>) -> Totes {
    let mut totes = Totes::new();
    for line in lines.filter(|line| !line.status.eq_ignore_ascii_case(DELETED)) {
        *totes.entry((line.location_id, line.stocking_index)).or_default() += line.tote_count;
    }
    totes
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// The stored item of a slip, with its keys.
fn item(slip: &PackingSlip) -> Result<Item> {
    let mut item = dynamo::to_item(slip)?;
    let shard = dynamo::shard(slip.location_id.as_str(), SHARDS);
    item.insert("dayShard".into(), text(day_shard(slip.drop_off_date, shard)));
    item.insert("slip".into(), text(format!("{}#{}#{}", slip.location_id, slip.stocking_index, slip.unique_id)));
    Ok(item)
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
        let read: PackingSlip = dynamo::from_item("PackingSlips", "slip", item(&slip()).unwrap()).unwrap();
        assert_eq!(read, slip());
    }

    #[test]
    fn stores_a_slip_by_day_and_location() {
        let item = item(&slip()).unwrap();
        assert_eq!(item["slip"].as_s().map(String::as_str), Ok("FRIDGE_1#1#PS-1"));
        assert!(item["dayShard"].as_s().unwrap().starts_with("2026-11-23#"));
    }

    #[test]
    fn a_range_includes_all_slips_of_its_last_location_and_none_of_the_next() {
        let (first, last) = ("FRIDGE_1#", "FRIDGE_1$");
        let within = |slip: &str| first <= slip && slip <= last;
        assert!(within("FRIDGE_1#0#A") && within("FRIDGE_1#1000#ZZ"));
        assert!(!within("FRIDGE_10#0#A") && !within("FRIDGE_0#0#A"));
    }

    #[test]
    fn sums_the_totes_of_a_stocking_without_canceled_slips() {
        let line = |id: &str, stocking_index, tote_count, status: &str| SlipTotes {
            location_id: id.parse().unwrap(),
            stocking_index,
            tote_count,
            status: status.into(),
        };
        let lines = [
            line("A", 1, 3, "PACKED"),
            line("A", 1, 2, "OPEN"),
            line("A", 2, 7, "PACKED"),
            line("A", 2, 9, "deleted"),
            line("B", 1, 0, "PACKED"),
            line("C", 1, 5, "DELETED"),
        ];
        let key = |id: &str, index| (id.parse().unwrap(), index);
        assert_eq!(sum(lines.into_iter()), Totes::from([(key("A", 1), 5), (key("A", 2), 7), (key("B", 1), 0)]));
    }
}
