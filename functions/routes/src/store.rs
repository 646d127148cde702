//! `RouteStopStore` reads and writes the RouteStops table.
//!
//! An item contains all stops of one route on one day, so one write replaces them. The routes of a day are distributed
//! over [`SHARDS`] partitions by name, so that reading or uploading a day does not create a hot partition.

use crate::model::RouteDay;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use chrono::NaiveDate;
use futures::{StreamExt, TryStreamExt, stream};
use shared::{
    Environment, FromEnvironment, Instant, Permit, Result,
    dynamo::{self, Item, number, text},
    shards::{self, Order, Slice},
};

/// Partitions per day.
const SHARDS: u32 = 8;
/// Routes to read from each partition in one query.
const PAGE_SIZE: i32 = 100;
/// Concurrent writes of the seeder.
const WRITE_CONCURRENCY: usize = 16;

/// Reads and writes the stops of routes.
#[derive(Clone, Debug)]
pub struct RouteStopStore {
    client: Client,
    table: String,
}

impl FromEnvironment for RouteStopStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("ROUTE_STOPS_TABLE")? })
    }
}

/// A stored route day with its version.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredRouteDay {
    /// The route day.
    pub day: RouteDay,
    /// The number of writes.
    pub version: u64,
}

impl RouteStopStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The stops of a route on a day.
    pub async fn get(&self, date: NaiveDate, route: &str) -> Result<Option<StoredRouteDay>> {
        let response = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("dayShard", text(day_shard(date, shard(route))))
            .key("route", text(route))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let Some(item) = response.item else { return Ok(None) };
        let version = dynamo::version(&self.table, "route", &item)?;
        Ok(Some(StoredRouteDay { day: self.read(item)?, version }))
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
        dynamo::put_if_version(&self.table, item, expected_version)
    }

    /// The next routes of a day after the route `after`, sorted by name.
    pub async fn routes_after(&self, date: NaiveDate, after: Option<&str>) -> Result<Slice<RouteDay>> {
        let read = |shard| {
            let query = self.client.query().table_name(&self.table).limit(PAGE_SIZE);
            shards::read_next(query, Order::Ascending, ("dayShard", day_shard(date, shard)), ("route", after))
        };
        shards::in_order(0..SHARDS, Order::Ascending, read).await?.try_map(|item| self.read(item))
    }

    fn read(&self, item: Item) -> Result<RouteDay> {
        dynamo::from_item(&self.table, "route", item)
    }

    /// Stores the route days that do not exist yet, as written by `user`. Returns their number. For the seeder.
    pub async fn put_missing(&self, days: &[RouteDay], user: &str, now: Instant) -> Result<usize> {
        stream::iter(days)
            .map(|day| async move { self.put_new(item(day, 1, user, now)?).await })
            .buffer_unordered(WRITE_CONCURRENCY)
            .try_fold(0, |count, put| async move { Ok(count + usize::from(put)) })
            .await
    }

    /// Stores route days without conditions. For the seeder.
    pub async fn put_all(&self, days: &[RouteDay], user: &str, now: Instant) -> Result<()> {
        let items = days.iter().map(|day| item(day, 1, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    async fn put_new(&self, item: Item) -> Result<bool> {
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item));
        let put = put.condition_expression("attribute_not_exists(version)").send().await;
        Ok(dynamo::condition_failed_as_none(put)?.is_some())
    }
}

fn shard(route: &str) -> u32 {
    dynamo::shard(route, SHARDS)
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// The stored item of a route day, with its partition, version, author and time.
fn item(day: &RouteDay, version: u64, user: &str, now: Instant) -> Result<Item> {
    let mut item = dynamo::to_item(day)?;
    item.insert("dayShard".into(), text(day_shard(day.stocking_date, shard(&day.route))));
    item.insert("version".into(), number(version));
    item.insert("updatedAt".into(), text(now.to_string()));
    item.insert("updatedBy".into(), text(user));
    Ok(item)
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
        assert_eq!(dynamo::from_item::<RouteDay>("RouteStops", "route", stored).unwrap(), day);
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
