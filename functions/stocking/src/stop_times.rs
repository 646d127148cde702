//! `StopTimeStore` reads and writes the StopTimes table. It contains the times and drivers of the stockings of a stop on
//! the same weekday of recent weeks, from which the expected times of a day are estimated.
//!
//! An item contains the stockings of one stop on one weekday: a route, a location, and a stocking if the report names it.
//! It has [`SLOTS`] attributes, `week0` to `week6`. The number of the week determines the attribute, so that a new
//! stocking replaces the oldest one and the item never grows. The items of a weekday are divided into [`SHARDS`] partitions by
//! route, so that the stops of a route are one group of a partition ([`table::all_of_groups`]).

use crate::rules::{
    day::stocking_day,
    expected_time::{self, Estimate, Stocking},
};
use chrono::{Datelike, Duration, NaiveDate};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Instant, Result,
    table::{self, Changes, CompositeKey, EXPIRES_AT, Item, ItemExt, Key, UpdateItem, Write, attribute},
};
use std::collections::{BTreeMap, HashMap};

const KEY: CompositeKey = CompositeKey::new("weekdayShard", "stop");
/// Number of partitions per weekday.
const SHARDS: u32 = 8;
/// Number of stockings in an item: those of the weeks that count and of the current week.
const SLOTS: i32 = 7;
/// Days per week.
const WEEK: i32 = 7;
/// Time after the last stocking until an item expires. Its stockings do not count any more.
const RETENTION: Duration = Duration::days(50);

shared::store! {
    /// The store of the times and drivers of stops.
    pub struct StopTimeStore { variable: "STOP_TIMES_TABLE", key: KEY }
}

/// A driver's report that a stop of a route was stocked.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct StockedStop {
    /// The stop.
    pub stop: StopName,
    /// Its stocking.
    pub stocking: Stocking,
}

/// A stop of a route on any day.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[serde(rename_all = "camelCase")]
pub struct StopName {
    /// The route, lowercase.
    pub route: String,
    /// The location.
    pub location_id: LocationId,
    /// The number of the stocking on the location's day. `None` if the report does not name it.
    pub stocking_index: Option<u32>,
}

/// The stored stockings of a stop.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredTimes {
    route: String,
    location_id: LocationId,
    stocking_index: Option<u32>,
    week0: Option<Stocking>,
    week1: Option<Stocking>,
    week2: Option<Stocking>,
    week3: Option<Stocking>,
    week4: Option<Stocking>,
    week5: Option<Stocking>,
    week6: Option<Stocking>,
}

/// The stockings of stops on the weekday of a day.
#[derive(Debug, Default)]
pub struct StopTimes(HashMap<StopName, Vec<Stocking>>);

impl StopTimes {
    fn from_stored(stored: Vec<StoredTimes>) -> Self {
        let stops = stored.into_iter().map(|stored| {
            let StoredTimes { route, location_id, stocking_index, week0, week1, week2, week3, week4, week5, week6 } =
                stored;
            let stockings = [week0, week1, week2, week3, week4, week5, week6].into_iter().flatten();
            (StopName { route, location_id, stocking_index }, stockings.collect())
        });
        Self(stops.collect())
    }

    /// The estimate of a stop on the stocking day `date`. Reports that name no stocking count for all stockings of the
    /// location.
    pub fn estimate(&self, date: NaiveDate, route: &str, location: &LocationId, stocking_index: u32) -> Estimate {
        let stockings = [Some(stocking_index), None].into_iter().filter_map(|stocking_index| {
            let stop = StopName { route: route.to_owned(), location_id: location.clone(), stocking_index };
            self.0.get(&stop)
        });
        expected_time::estimate(date, stockings.flatten())
    }
}

impl StopTimeStore {
    /// Stores the stocking of a stop, unless a later one of the same week or of a later week is stored in its place. A
    /// duplicate report changes nothing.
    pub async fn record(&self, stocked: &StockedStop, now: Instant) -> Result<()> {
        self.update(stocked, now)?.send().await.map(drop)
    }

    fn update(&self, StockedStop { stop, stocking }: &StockedStop, now: Instant) -> Result<Write<'_, UpdateItem>> {
        let date = stocking_day(stocking.at);
        let slot = slot(date);
        let changes = Changes::new()
            .set("route", &stop.route)
            .set("locationId", stop.location_id.as_str())
            .set_or_remove("stockingIndex", stop.stocking_index)
            .set(slot.clone(), table::to_value(stocking)?)
            .set(EXPIRES_AT, table::time_to_live(now.plus(RETENTION)));
        let stored_at = attribute(slot.clone()).member("at");
        let is_later = attribute(slot).not_exists().or(stored_at.less_than(stocking.at));
        Ok(self.table.update(key(date, stop), changes).when(is_later))
    }

    /// The stockings of the stops of these routes that count for `date`.
    pub async fn of_routes<'a>(&self, date: NaiveDate, routes: impl IntoIterator<Item = &'a str>) -> Result<StopTimes> {
        let mut by_shard: BTreeMap<u32, Vec<&str>> = BTreeMap::new();
        for route in routes {
            by_shard.entry(shard(route)).or_default().push(route);
        }
        let queries = by_shard.into_iter().flat_map(|(shard, routes)| {
            let times = self.table.query(KEY.partition(weekday_shard(date, shard)));
            times.project(attributes_for(date)).groups("route", routes)
        });
        Ok(StopTimes::from_stored(table::all_of_groups(queries).await?))
    }

    /// Stores the stockings of many stops and overwrites the stored items of these stops. For the seeder.
    pub async fn put_all(&self, stocked: &[StockedStop], now: Instant) -> Result<()> {
        self.table.put_all(items(stocked, now)?).await
    }
}

/// The items with these stockings. Of several stockings in one place, the latest counts.
fn items(stocked: &[StockedStop], now: Instant) -> Result<Vec<Item>> {
    let mut items: BTreeMap<(String, String), Item> = BTreeMap::new();
    let mut oldest_first: Vec<&StockedStop> = stocked.iter().collect();
    oldest_first.sort_by_key(|stocked| stocked.stocking.at);
    for StockedStop { stop, stocking } in oldest_first {
        let date = stocking_day(stocking.at);
        let item = items.entry((weekday_shard(date, shard(&stop.route)), sort_key(stop))).or_insert_with(|| {
            let item = Item::from(key(date, stop)).with("route", &stop.route);
            let item = item.with("locationId", stop.location_id.as_str()).with_expiry(now.plus(RETENTION));
            match stop.stocking_index {
                Some(index) => item.with("stockingIndex", index),
                None => item,
            }
        });
        *item = std::mem::take(item).with(&slot(date), table::to_value(stocking)?);
    }
    Ok(items.into_values().collect())
}

/// The attributes that count for `date`: the names of the stop and the stockings of earlier weeks.
fn attributes_for(date: NaiveDate) -> impl Iterator<Item = String> {
    let weeks =
        (1..SLOTS).filter_map(move |weeks| Some(slot(date.checked_sub_signed(Duration::days((WEEK * weeks).into()))?)));
    ["route", "locationId", "stockingIndex"].map(str::to_owned).into_iter().chain(weeks)
}

fn key(date: NaiveDate, stop: &StopName) -> Key {
    KEY.of(weekday_shard(date, shard(&stop.route)), sort_key(stop))
}

fn sort_key(StopName { route, location_id, stocking_index }: &StopName) -> String {
    let index = stocking_index.map(|index| index.to_string()).unwrap_or_default();
    format!("{route}#{location_id}#{index}")
}

fn shard(route: &str) -> u32 {
    table::shard(route, SHARDS)
}

fn weekday_shard(date: NaiveDate, shard: u32) -> String {
    format!("{}#{shard}", date.weekday())
}

/// The attribute with the stocking of a day. Days of one weekday in [`SLOTS`] consecutive weeks have different
/// attributes.
fn slot(date: NaiveDate) -> String {
    format!("week{}", date.num_days_from_ce().div_euclid(WEEK).rem_euclid(SLOTS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Days;
    use proptest::prelude::*;
    use shared::table::testing::readable;
    use std::collections::BTreeSet;

    fn stop(route: &str, stocking_index: Option<u32>) -> StopName {
        StopName { route: route.into(), location_id: "F1".parse().unwrap(), stocking_index }
    }

    fn stocked(stocking_index: Option<u32>, at: &str) -> StockedStop {
        let stocking = Stocking { at: at.parse().unwrap(), driver: "ana@drivers.example".into() };
        StockedStop { stop: stop("amber", stocking_index), stocking }
    }

    fn stored(stocked: &[StockedStop]) -> Vec<Item> {
        items(stocked, "2026-11-23T18:00:00Z".parse().unwrap()).unwrap()
    }

    fn read(stocked: &[StockedStop]) -> StopTimes {
        let items = stored(stocked);
        let table = StopTimeStore::unconnected().table;
        StopTimes::from_stored(items.into_iter().map(|item| table.read(item).unwrap()).collect())
    }

    fn expected(times: &StopTimes, stocking_index: u32) -> Option<String> {
        let date = "2026-11-23".parse().unwrap();
        let estimate = times.estimate(date, "amber", &"F1".parse().unwrap(), stocking_index);
        estimate.expected_time.map(|at| at.to_string())
    }

    #[test]
    fn stores_a_stop_by_weekday_route_location_and_stocking() {
        let date = "2026-11-23".parse().unwrap();
        let shard = shard("amber");
        assert_eq!(key(date, &stop("amber", Some(2))), KEY.of(format!("Mon#{shard}"), "amber#F1#2"));
        assert_eq!(key(date, &stop("amber", None)), KEY.of(format!("Mon#{shard}"), "amber#F1#"));
    }

    #[test]
    fn an_evening_belongs_to_the_weekday_of_the_next_day() {
        let items = stored(&[stocked(Some(1), "2026-11-23T01:00:00Z")]);
        assert!(items[0]["weekdayShard"].as_s().unwrap().starts_with("Mon#"));
    }

    #[test]
    fn records_a_stocking_only_if_it_is_later_than_the_stored_one() {
        let store = StopTimeStore::unconnected();
        let write = store.update(&stocked(Some(1), "2026-11-23T15:00:00Z"), "2026-11-23T15:00:01Z".parse().unwrap());
        let update = write.unwrap().action().unwrap().into_request().update.unwrap();
        let (names, values) = (update.expression_attribute_names(), update.expression_attribute_values());
        let slot = slot("2026-11-23".parse().unwrap());
        let condition = format!("attribute_not_exists({slot}) OR {slot}.at < \"2026-11-23T15:00:00.000Z\"");
        assert_eq!(readable(update.condition_expression().unwrap(), names, values), condition);
        let changes = readable(update.update_expression(), names, values);
        assert!(changes.contains(&format!("{slot} = ")), "{changes}");
    }

    #[test]
    fn the_expected_time_counts_the_stocking_and_reports_that_name_none() {
        let times = read(&[
            stocked(Some(1), "2026-11-16T15:00:00Z"),
            stocked(None, "2026-11-09T15:20:00Z"),
            stocked(Some(2), "2026-11-16T20:00:00Z"),
        ]);
        assert_eq!(expected(&times, 1).as_deref(), Some("2026-11-23T15:10:00.000Z"));
        assert_eq!(expected(&times, 2).as_deref(), Some("2026-11-23T17:40:00.000Z"));
        assert_eq!(expected(&read(&[stocked(Some(1), "2026-11-16T15:00:00Z")]), 1), None);
    }

    #[test]
    fn the_stockings_of_a_stop_are_one_item_with_the_latest_of_each_week() {
        let times = ["2026-11-16T15:00:00Z", "2026-11-16T14:00:00Z", "2026-11-09T15:00:00Z", "2026-09-28T15:00:00Z"];
        let times = times.map(|at| stocked(Some(1), at));
        let items = stored(&times);
        assert_eq!(items.len(), 1);
        // 2026-09-28 is seven weeks before 2026-11-16 and has the same attribute.
        let weeks = items[0].keys().filter(|name| name.starts_with("week") && *name != "weekdayShard");
        assert_eq!(weeks.count(), 2);
        let latest = items[0][&slot("2026-09-28".parse().unwrap())].as_m().unwrap();
        assert_eq!(latest["at"].as_s().unwrap(), "2026-11-16T15:00:00.000Z");
    }

    #[test]
    fn reads_the_stockings_of_the_six_weeks_before_the_day() {
        let date: NaiveDate = "2026-11-23".parse().unwrap();
        let names: BTreeSet<String> = attributes_for(date).collect();
        let weeks: BTreeSet<String> = names.iter().filter(|name| name.starts_with("week")).cloned().collect();
        let counted = (1..=expected_time::WEEKS).map(|weeks| slot(date - Days::new(7 * weeks)));
        assert_eq!(weeks, counted.collect());
        assert!(!weeks.contains(&slot(date)));
        assert_eq!(names.len(), weeks.len() + 3);
    }

    proptest! {
        #[test]
        fn the_days_of_a_weekday_in_seven_weeks_have_different_attributes(days in 0_u64..20_000) {
            let first = NaiveDate::default() + Days::new(days);
            let slots: BTreeSet<String> = (0..7).map(|week| slot(first + Days::new(7 * week))).collect();
            prop_assert_eq!(slots.len(), 7);
            prop_assert_eq!(slot(first), slot(first + Days::new(49)));
        }
    }
}
