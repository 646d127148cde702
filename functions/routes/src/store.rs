//! The table of routes' days. The only module that knows its keys.
//!
//! One item is one route's day, so that all its stops are replaced by one write. A day's routes lie in [`SHARDS`]
//! partitions, by their names, so that neither a day nor an upload of one is a hot partition.

use crate::model::RouteDay;
use aws_sdk_dynamodb::{Client, types::TransactWriteItem};
use chrono::NaiveDate;
use futures::{StreamExt, TryStreamExt, stream};
use shared::{
    Environment, FromEnvironment, Instant, Permit, Result,
    dynamo::{self, Item, number, text},
    shards::{self, Order, Stretch},
};

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Routes that are read of each at once.
const ROUTES: i32 = 100;
/// Days that the seeder stores at once.
const PUTS_AT_ONCE: usize = 16;

/// The table of routes' days.
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

/// A route's day as it is stored, and how often it was written.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stored {
    /// The stops.
    pub day: RouteDay,
    /// Counts the writes.
    pub version: u64,
}

impl RouteStopStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// What is stored of a route's day.
    pub async fn get(&self, date: NaiveDate, route: &str) -> Result<Option<Stored>> {
        let answer = self
            .client
            .get_item()
            .table_name(&self.table)
            .key("dayShard", text(day_shard(date, shard(route))))
            .key("route", text(route))
            .consistent_read(true)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let Some(item) = answer.item else { return Ok(None) };
        let version = dynamo::version(&self.table, "route", &item)?;
        Ok(Some(Stored { day: self.read(item)?, version }))
    }

    /// The action that stores `day`, refused where the version has moved since it was `seen` (`None`: nothing was).
    pub fn put(&self, day: &RouteDay, seen: Option<u64>, permit: &Permit, now: Instant) -> Result<TransactWriteItem> {
        let item = item(day, seen.unwrap_or_default() + 1, permit.user(), now)?;
        dynamo::put_over(&self.table, item, seen)
    }

    /// The next routes of a day after the name `after`, in the order of their names.
    pub async fn after(&self, date: NaiveDate, after: Option<&str>) -> Result<Stretch<RouteDay>> {
        let read = |shard| {
            let query = self.client.query().table_name(&self.table).limit(ROUTES);
            shards::next_of(query, Order::Rising, ("dayShard", day_shard(date, shard)), ("route", after))
        };
        shards::in_order(0..SHARDS, Order::Rising, read).await?.try_map(|item| self.read(item))
    }

    fn read(&self, item: Item) -> Result<RouteDay> {
        dynamo::from_item(&self.table, "route", item)
    }

    /// Stores those of `days` of which nothing is stored, as first written by `user`; answers how many those were. For
    /// the seeder.
    pub async fn put_missing(&self, days: &[RouteDay], user: &str, now: Instant) -> Result<usize> {
        stream::iter(days)
            .map(|day| async move { self.put_new(item(day, 1, user, now)?).await })
            .buffer_unordered(PUTS_AT_ONCE)
            .try_fold(0, |count, put| async move { Ok(count + usize::from(put)) })
            .await
    }

    /// Stores days of routes that do not exist yet: for the seeder.
    pub async fn put_all(&self, days: &[RouteDay], user: &str, now: Instant) -> Result<()> {
        let items = days.iter().map(|day| item(day, 1, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    async fn put_new(&self, item: Item) -> Result<bool> {
        let put = self.client.put_item().table_name(&self.table).set_item(Some(item));
        let put = put.condition_expression("attribute_not_exists(version)").send().await;
        Ok(dynamo::unless_refused(put)?.is_some())
    }
}

fn shard(route: &str) -> u32 {
    dynamo::shard(route, SHARDS)
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// The day as it is stored: with its partition, and who wrote it when.
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
    fn a_stored_day_reads_back_as_it_was() {
        let stop = Stop { id: "A".parse().unwrap(), stop: 1, stocking_index: 2, stop_type: "STOCK".into() };
        let day = RouteDay::new("2026-11-23".parse().unwrap(), "chi_ana".into(), Market::MW, vec![stop]);
        let stored = item(&day, 3, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(stored["dayShard"].as_s().unwrap(), &day_shard(day.stocking_date, shard("chi_ana")));
        assert_eq!(dynamo::from_item::<RouteDay>("RouteStops", "route", stored).unwrap(), day);
    }

    #[test]
    fn an_item_of_the_most_stops_is_far_below_what_a_table_takes() {
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
