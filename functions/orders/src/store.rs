//! The table of orders. The only module that knows its keys and its index.
//!
//! An order lies under its identity upstream, so that one that moves to another day or location is still one order. The
//! index `byDropOff` has a day's orders in [`SHARDS`] partitions, by their location, and within one by location and
//! stocking.

use crate::model::{Order, TAKEN_BACK};
use aws_sdk_dynamodb::Client;
use chrono::{Days, NaiveDate, NaiveTime};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Environment, FromEnvironment, Page, Result,
    dynamo::{self, Item, number, text},
    page,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Days for which an order is kept after its drop-off.
const LIVES: Days = Days::new(400);

/// Orders that are read at once on the way to those of certain stockings: where these lie close together, few reads find
/// them all; where they lie far apart, little is read in vain.
const STRIDE: i32 = 50;
/// Partitions that are looked through at once.
const SHARDS_AT_ONCE: usize = 16;

/// Names one stocking: its day, its location, and which one of the location's day it is.
pub type Stocking = (NaiveDate, LocationId, u32);

/// The table of orders.
#[derive(Clone, Debug)]
pub struct OrderStore {
    client: Client,
    table: String,
}

impl FromEnvironment for OrderStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("ORDERS_TABLE")? })
    }
}

/// Where the list of a day stopped: the partition, and the last key of it (none: it was not begun).
#[derive(Debug, Deserialize, Eq, PartialEq, Serialize)]
struct Position {
    shard: u32,
    after: Option<(String, String)>,
}

impl OrderStore {
    /// Stores the order, unless what is stored of it is as new.
    pub async fn put(&self, order: &Order) -> Result<()> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(item(order)?))
            .condition_expression("attribute_not_exists(uniqueId) OR occurredAt < :occurred")
            .expression_attribute_values(":occurred", text(order.occurred_at.to_string()))
            .send()
            .await;
        dynamo::unless_refused(put).map(drop)
    }

    /// Stores many orders whatever is there: for the seeder.
    pub async fn put_all(&self, orders: &[Order]) -> Result<()> {
        let items = orders.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// A page of at most `count` orders that are dropped off on that day. A page may be short: what has no `next_token`
    /// is the last.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] where the token is not one that this gave out.
    pub async fn of_day(&self, date: NaiveDate, count: u32, next_token: Option<&str>) -> Result<Page<Order>> {
        let mut position = match next_token {
            Some(token) => known(page::decode_token(token)?)?,
            None => Position { shard: 0, after: None },
        };
        let mut items = Vec::new();
        while position.shard < SHARDS {
            let wanted = count.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX));
            if wanted == 0 {
                return Ok(Page { items, next_token: Some(page::encode_token(&position)?) });
            }
            let (read, more) = self.shard(date, &position, wanted).await?;
            items.extend(read);
            position = match more {
                Some(after) => Position { after: Some(after), ..position },
                None => Position { shard: position.shard + 1, after: None },
            };
        }
        Ok(Page { items, next_token: None })
    }

    /// The orders of one stocking of a location that are dropped off on that day.
    pub async fn of_stocking(&self, date: NaiveDate, id: &LocationId, stocking_index: u32) -> Result<Vec<Order>> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byDropOff")
            .key_condition_expression("dayShard = :shard AND begins_with(place, :place)")
            .expression_attribute_values(":shard", text(day_shard(date, shard_of(id))))
            .expression_attribute_values(":place", text(place_of(id, stocking_index)))
            .into_paginator()
            .items()
            .send();
        let mut orders = Vec::new();
        while let Some(item) = pages.next().await {
            orders.push(dynamo::from_item(&self.table, "uniqueId", item.map_err(dynamo::failure)?)?);
        }
        Ok(orders)
    }

    /// Those of the stockings for which there is an order that was not taken back. By keys alone, and in the order in
    /// which they lie: a read for each stocking only where other orders lie between them.
    pub async fn ordered(&self, stockings: BTreeSet<Stocking>) -> Result<BTreeSet<Stocking>> {
        let mut shards = BTreeMap::<String, BTreeMap<String, Stocking>>::new();
        for stocking in stockings {
            let (date, id, index) = &stocking;
            shards.entry(day_shard(*date, shard_of(id))).or_default().insert(place_of(id, *index), stocking);
        }
        stream::iter(shards)
            .map(|(shard, wanted)| self.ordered_of(shard, wanted))
            .buffer_unordered(SHARDS_AT_ONCE)
            .try_fold(BTreeSet::new(), |mut all, found| async move {
                all.extend(found);
                Ok(all)
            })
            .await
    }

    async fn ordered_of(&self, shard: String, wanted: BTreeMap<String, Stocking>) -> Result<BTreeSet<Stocking>> {
        let mut found = BTreeSet::new();
        let Some(last) = wanted.keys().next_back().map(|place| format!("{place}{}", char::MAX)) else {
            return Ok(found);
        };
        let mut from = wanted.keys().next().cloned();
        while let Some(start) = from {
            let answer = self
                .client
                .query()
                .table_name(&self.table)
                .index_name("byDropOff")
                .key_condition_expression("dayShard = :shard AND place BETWEEN :from AND :to")
                .expression_attribute_values(":shard", text(&shard))
                .expression_attribute_values(":from", text(start))
                .expression_attribute_values(":to", text(&last))
                .projection_expression("place, #status")
                .expression_attribute_names("#status", "status")
                .limit(STRIDE)
                .send()
                .await
                .map_err(dynamo::failure)?;
            let word = |item: &Item, name: &str| item.get(name).and_then(|value| value.as_s().ok()).cloned();
            for item in answer.items.iter().flatten() {
                let stocking = word(item, "place").and_then(|place| wanted.get(stocking_of(&place)).cloned());
                if word(item, "status").as_deref() != Some(TAKEN_BACK) {
                    found.extend(stocking);
                }
            }
            let read = answer.last_evaluated_key.and_then(|key| word(&key, "place"));
            from = read.and_then(|read| next_place(&wanted, &read));
        }
        Ok(found)
    }

    async fn shard(
        &self,
        date: NaiveDate,
        Position { shard, after }: &Position,
        count: u32,
    ) -> Result<(Vec<Order>, Option<(String, String)>)> {
        let mut query = self
            .client
            .query()
            .table_name(&self.table)
            .index_name("byDropOff")
            .key_condition_expression("dayShard = :shard")
            .expression_attribute_values(":shard", text(day_shard(date, *shard)))
            .limit(i32::try_from(count).unwrap_or(i32::MAX));
        if let Some((place, unique_id)) = after {
            query = query
                .exclusive_start_key("dayShard", text(day_shard(date, *shard)))
                .exclusive_start_key("place", text(place))
                .exclusive_start_key("uniqueId", text(unique_id));
        }
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.as_ref().and_then(|key| {
            let part = |name: &str| key.get(name)?.as_s().ok().cloned();
            Some((part("place")?, part("uniqueId")?))
        });
        let items = answer.items.unwrap_or_default().into_iter();
        Ok((items.map(|item| dynamo::from_item(&self.table, "uniqueId", item)).collect::<Result<_>>()?, more))
    }
}

/// The position, where it is one that a list gave out: DynamoDB would call any other a failure of ours.
fn known(position: Position) -> Result<Position> {
    let belongs = |(place, unique_id): &(String, String)| {
        let mut parts = place.splitn(3, '#');
        let shard = parts.next().map(|id| dynamo::shard(id, SHARDS));
        shard == Some(position.shard) && parts.nth(1) == Some(unique_id)
    };
    let holds = position.shard < SHARDS && position.after.as_ref().is_none_or(belongs);
    if holds { Ok(position) } else { Err(page::unknown_token()) }
}

/// Where to read on after the order at `read`: at the next of the wanted stockings, or within the same one.
fn next_place(wanted: &BTreeMap<String, Stocking>, read: &str) -> Option<String> {
    let own = stocking_of(read);
    if wanted.contains_key(own) {
        return Some(format!("{read}\0"));
    }
    // All places of a stocking sort where its own beginning does: none is the beginning of another's.
    wanted.range::<str, _>((Bound::Excluded(own), Bound::Unbounded)).next().map(|(place, _)| place.clone())
}

/// With what the places of a stocking's orders begin.
fn place_of(id: &LocationId, stocking_index: u32) -> String {
    format!("{id}#{stocking_index}#")
}

/// The beginning of a place that its stocking's orders share: up to the second `#`.
fn stocking_of(place: &str) -> &str {
    let end = place.match_indices('#').nth(1).map_or(place.len(), |(at, _)| at + 1);
    place.get(..end).unwrap_or(place)
}

fn shard_of(id: &LocationId) -> u32 {
    dynamo::shard(id.as_str(), SHARDS)
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// The order as it is stored: with its place in the index and the end of its life.
fn item(order: &Order) -> Result<Item> {
    let mut item = dynamo::to_item(order)?;
    let place = format!("{}{}", place_of(&order.location_id, order.stocking_index), order.unique_id);
    let ends = order.drop_off_date.checked_add_days(LIVES).unwrap_or(order.drop_off_date);
    item.insert("dayShard".into(), text(day_shard(order.drop_off_date, shard_of(&order.location_id))));
    item.insert("place".into(), text(place));
    item.insert("expiresAt".into(), number(ends.and_time(NaiveTime::MIN).and_utc().timestamp()));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::OrderItem;

    fn order() -> Order {
        Order {
            unique_id: "O-1".into(),
            location_id: "FRIDGE_1".parse().unwrap(),
            drop_off_date: "2026-11-23".parse().unwrap(),
            delivery_date: "2026-11-24".parse().unwrap(),
            stocking_index: 1,
            order_type: "ORDER".into(),
            order_owner: "planner".into(),
            client_code: "LARDER".into(),
            status: "OPEN".into(),
            address_for_delivery: None,
            delivery_special_notes: Some("Ring twice".into()),
            order_upload_id: None,
            items: vec![OrderItem { item: "CAESAR_SALAD".into(), quantity: 4 }],
            occurred_at: "2026-11-22T20:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_stored_order_reads_back_as_it_was() {
        let read: Order = dynamo::from_item("Orders", "uniqueId", item(&order()).unwrap()).unwrap();
        assert_eq!(read, order());
    }

    #[test]
    fn an_order_lies_under_its_identity_and_in_its_days_index() {
        let item = item(&order()).unwrap();
        let text = |name: &str| item[name].as_s().cloned().unwrap();
        assert_eq!((text("uniqueId").as_str(), text("place").as_str()), ("O-1", "FRIDGE_1#1#O-1"));
        assert!(text("dayShard").starts_with("2026-11-23#"));
        // 400 days after its day: 2027-12-28.
        assert_eq!(item["expiresAt"].as_n().map(String::as_str), Ok("1829952000"));
    }

    #[test]
    fn what_lies_between_wanted_stockings_is_passed_over() {
        let stocking = |id: &str| ("2026-11-23".parse().unwrap(), id.parse().unwrap(), 1);
        let wanted = ["A", "C", "CA"].map(|id| (place_of(&id.parse().unwrap(), 1), stocking(id))).into();
        assert_eq!(stocking_of("A#1#O#7"), "A#1#");
        assert_eq!(next_place(&wanted, "A#1#O-1").as_deref(), Some("A#1#O-1\0"));
        assert_eq!(next_place(&wanted, "A#2#O-1").as_deref(), Some("C#1#"));
        assert_eq!(next_place(&wanted, "B#1#O-1").as_deref(), Some("C#1#"));
        assert_eq!(next_place(&wanted, "C#2#O-1").as_deref(), Some("CA#1#"));
        assert_eq!(next_place(&wanted, "D#1#O-1"), None);
    }

    #[test]
    fn a_token_of_somebody_elses_making_is_refused() {
        let shard = dynamo::shard("FRIDGE_1", SHARDS);
        let after = |place: &str, id: &str| Some((place.to_owned(), id.to_owned()));
        assert!(known(Position { shard, after: after("FRIDGE_1#1#O-1", "O-1") }).is_ok());
        assert!(known(Position { shard: 0, after: None }).is_ok());
        for (shard, after) in [
            (SHARDS, None),
            (shard, after("FRIDGE_1#1#O-1", "O-2")),
            (shard, after("nonsense", "O-1")),
            ((shard + 1) % SHARDS, after("FRIDGE_1#1#O-1", "O-1")),
        ] {
            assert!(known(Position { shard, after }).is_err());
        }
    }
}
