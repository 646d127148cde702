//! The table of orders. The only module that knows its keys and its index.
//!
//! An order lies under its identity upstream, so that one that moves to another day or location is still one order. The
//! index `byDropOff` has a day's orders in [`SHARDS`] partitions, by their location, and within one by location and
//! stocking.

use crate::model::Order;
use aws_sdk_dynamodb::Client;
use chrono::{Days, NaiveDate, NaiveTime};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Environment, FromEnvironment, Page, Result,
    dynamo::{self, Item, number, text},
    page,
};

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Days for which an order is kept after its drop-off.
const LIVES: Days = Days::new(400);

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
            .expression_attribute_values(":place", text(format!("{id}#{stocking_index}#")))
            .into_paginator()
            .items()
            .send();
        let mut orders = Vec::new();
        while let Some(item) = pages.next().await {
            orders.push(dynamo::from_item(&self.table, "uniqueId", item.map_err(dynamo::failure)?)?);
        }
        Ok(orders)
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

fn shard_of(id: &LocationId) -> u32 {
    dynamo::shard(id.as_str(), SHARDS)
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

/// The order as it is stored: with its place in the index and the end of its life.
fn item(order: &Order) -> Result<Item> {
    let mut item = dynamo::to_item(order)?;
    let place = format!("{}#{}#{}", order.location_id, order.stocking_index, order.unique_id);
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
