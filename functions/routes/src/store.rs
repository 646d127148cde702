//! `RouteStopStore` reads and writes the RouteStops table.
//!
//! An item contains all stops of one route on one day, so one write replaces them. The routes of a day are distributed
//! over [`SHARDS`] partitions by name, so that reading or uploading a day does not create a hot partition.

use crate::model::{Market, RouteDay};
use chrono::NaiveDate;
use futures::{StreamExt, TryStreamExt, stream};
use shared::{
    Instant, Permit, Result,
    shards::{Order, Slice},
    table::{self, CompositeKey, Item, ItemExt, TransactWriteItem, Versioned, attribute},
};

const KEY: CompositeKey = CompositeKey::new("dayShard", "route");
/// Partitions per day.
const SHARDS: u32 = 8;
/// Routes to read from each partition in one query. A page of `locationRoutes` has about 200 routes of 13 stops, and the
/// partitions have different numbers of them.
const PAGE_SIZE: i32 = 40;
/// Routes per request when all routes of a day are read, so that the responses of all partitions are small.
const MAX_ROUTES_PER_REQUEST: i32 = 100;
/// Concurrent writes of the seeder.
const WRITE_CONCURRENCY: usize = 16;

shared::store! {
    /// Reads and writes the stops of routes.
    pub struct RouteStopStore { variable: "ROUTE_STOPS_TABLE", key: KEY }
}

impl RouteStopStore {
    /// The stops of a route on a day.
    pub async fn get(&self, date: NaiveDate, route: &str) -> Result<Option<Versioned<RouteDay>>> {
        self.table.get(KEY.of(day_shard(date, shard(route)), route)).await
    }

    /// The action that stores `day`. Its condition fails if the stored version is not `expected_version` (`None`: no
    /// item).
    pub fn put(
        &self,
        day: &RouteDay,
        expected_version: Option<u64>,
        permit: &Permit,
        now: Instant,
    ) -> Result<TransactWriteItem> {
        let item = item(day, expected_version.unwrap_or_default() + 1, permit.user(), now)?;
        self.table.put_if_version(item, expected_version).action()
    }

    /// The next routes of a day after the route `after`, sorted by name. With a market, the routes of other markets are
    /// left out, and there can be more routes although this call returns none.
    pub async fn routes_after(
        &self,
        date: NaiveDate,
        market: Option<Market>,
        after: Option<&str>,
    ) -> Result<Slice<RouteDay>> {
        let query = |shard| {
            let routes = self.table.query(KEY.partition(day_shard(date, shard))).after(after).limit(PAGE_SIZE);
            match market {
                Some(market) => routes.filter(attribute("market").equals(market.to_string())),
                None => routes,
            }
        };
        table::merged(Order::Ascending, (0..SHARDS).map(query)).await
    }

    /// All routes of a day, sorted by name.
    pub async fn all(&self, date: NaiveDate) -> Result<Vec<RouteDay>> {
        let query = |shard| self.table.query(KEY.partition(day_shard(date, shard))).limit(MAX_ROUTES_PER_REQUEST);
        let mut days: Vec<RouteDay> = table::all((0..SHARDS).map(query)).await?;
        days.sort_by(|one, other| one.route.cmp(&other.route));
        Ok(days)
    }

    /// Stores the route days that do not exist yet, as written by `user`. Returns their number. For the seeder.
    pub async fn put_missing(&self, days: &[RouteDay], user: &str, now: Instant) -> Result<usize> {
        stream::iter(days)
            .map(|day| async move { self.table.put_if_version(item(day, 1, user, now)?, None).send().await })
            .buffer_unordered(WRITE_CONCURRENCY)
            .try_fold(0, |count, is_written| async move { Ok(count + usize::from(is_written)) })
            .await
    }

    /// Stores route days without conditions. For the seeder.
    pub async fn put_all(&self, days: &[RouteDay], user: &str, now: Instant) -> Result<()> {
        self.table.put_all(days.iter().map(|day| item(day, 1, user, now)).collect::<Result<_>>()?).await
    }
}

fn shard(route: &str) -> u32 {
    table::shard(route, SHARDS)
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// The stored item of a route day, with its partition, version, author and time.
fn item(day: &RouteDay, version: u64, user: &str, now: Instant) -> Result<Item> {
    let key = KEY.of(day_shard(day.stocking_date, shard(&day.route)), &day.route);
    let item = table::to_item(day)?.with_key(key).with("version", version);
    Ok(item.with("updatedAt", now).with("updatedBy", user))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Market, Stop};

    #[test]
    fn reads_back_a_stored_route_day() {
        let stop = Stop { id: "A".parse().unwrap(), stop: 1, stocking_index: 2, stop_type: "STOCK".into() };
        let day = RouteDay::new("2026-11-23".parse().unwrap(), "chi_ana".into(), Market::MW, vec![stop]);
        let stored = item(&day, 3, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(stored["dayShard"].as_s().unwrap(), &day_shard(day.stocking_date, shard("chi_ana")));
        assert_eq!(table::from_item::<RouteDay>("RouteStops", "route", stored).unwrap(), day);
    }

    #[test]
    fn an_item_with_the_maximum_number_of_stops_is_below_the_dynamodb_limit() {
        let stop = |number| Stop {
            id: "X".repeat(100).parse().unwrap(),
            stop: number,
            stocking_index: number,
            stop_type: "Y".repeat(100),
        };
        let stops = (0..500).map(stop).collect();
        let day = RouteDay::new("2026-11-23".parse().unwrap(), "z".repeat(100), Market::MW, stops);
        assert!(serde_json::to_string(&day).unwrap().len() < 150_000);
    }
}
