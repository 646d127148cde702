//! The table of stockings' JIT. The only module that knows its keys.
//!
//! A day's stockings lie in [`SHARDS`] partitions, by their location, and within one by location and stocking.

use crate::{
    model::{JitLocation, StockingId},
    rules::Change,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update},
};
use chrono::NaiveDate;
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, text},
    page,
};
use std::collections::BTreeMap;

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Stockings of each partition on a page.
const LINES: i32 = 1000;
/// Bytes of the longest sort key that DynamoDB takes, and some.
const KEY_DIGITS: usize = 1100;

/// The table of stockings' JIT.
#[derive(Clone, Debug)]
pub struct JitStore {
    client: Client,
    table: String,
}

impl FromEnvironment for JitStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("JIT_LOCATIONS_TABLE")? })
    }
}

/// Where a list stopped: for each partition that has more, the last key that was read (empty: none yet).
type Position = BTreeMap<u32, String>;

/// Stockings of one partition, and where it goes on: an entry of a [`Position`], absent at its end.
type ShardRows = (Vec<JitLocation>, Option<(u32, String)>);

impl JitStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Some of a day's stockings, of all partitions.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<JitLocation>> {
        let start: Position = match next_token {
            Some(token) => page::decode_token(token).and_then(known)?,
            None => (0..SHARDS).map(|shard| (shard, String::new())).collect(),
        };
        let read: Vec<ShardRows> = stream::iter(start)
            .map(|(shard, after)| self.stretch(date, shard, after))
            .buffered(SHARDS as usize)
            .try_collect()
            .await?;
        let (mut items, mut position) = (Vec::new(), Position::new());
        for (lines, more) in read {
            items.extend(lines);
            position.extend(more);
        }
        let next_token = if position.is_empty() { None } else { Some(page::encode_token(&position)?) };
        Ok(Page { items, next_token })
    }

    /// The stockings of one location on a day.
    pub async fn of_location(&self, date: NaiveDate, location: &LocationId) -> Result<Vec<JitLocation>> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("dayShard = :shard AND begins_with(stocking, :location)")
            .expression_attribute_values(":shard", text(day_shard(date, dynamo::shard(location.as_str(), SHARDS))))
            .expression_attribute_values(":location", text(format!("{location}#")))
            .into_paginator()
            .items()
            .send();
        let mut rows = Vec::new();
        while let Some(item) = pages.next().await {
            rows.push(self.read(item.map_err(dynamo::failure)?)?);
        }
        Ok(rows)
    }

    async fn stretch(&self, date: NaiveDate, shard: u32, after: String) -> Result<ShardRows> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .limit(LINES)
            .expression_attribute_values(":shard", text(day_shard(date, shard)));
        let query = if after.is_empty() {
            query.key_condition_expression("dayShard = :shard")
        } else {
            query
                .key_condition_expression("dayShard = :shard AND stocking > :after")
                .expression_attribute_values(":after", text(after))
        };
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.as_ref().and_then(|key| key.get("stocking")?.as_s().ok());
        let more = more.map(|stocking| (shard, stocking.clone()));
        let items = answer.items.unwrap_or_default();
        let lines = items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?;
        Ok((lines, more))
    }

    /// Those of the stockings that are there, by their names.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, JitLocation>> {
        let items = dynamo::get_all(&self.client, &self.table, ids.map(key).collect(), &[]).await?;
        let named = |item| self.read(item).map(|row| (row.stocking_id.clone(), row));
        items.into_iter().map(named).collect()
    }

    /// The action that stores a decision, refused where JIT is not on or somebody has decided before. What was allocated
    /// to a stocking whose JIT is switched off goes with it.
    pub fn decide(&self, id: &StockingId, change: &Change, email: &str, now: Instant) -> Result<TransactWriteItem> {
        let expression = match change {
            Change::On => "SET jit = :jit, email = :email, decidedAt = :at",
            Change::Off { .. } => "SET jit = :jit, email = :email, decidedAt = :at, reason = :reason REMOVE #items",
        };
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(id)))
            .update_expression(expression)
            .condition_expression("jit = :on AND attribute_not_exists(decidedAt)")
            .expression_attribute_values(":on", AttributeValue::Bool(true))
            .expression_attribute_values(":jit", AttributeValue::Bool(change.jit()))
            .expression_attribute_values(":email", text(email))
            .expression_attribute_values(":at", text(now.to_string()));
        if let Some(reason) = change.reason() {
            update = update
                .expression_attribute_values(":reason", text(reason))
                .expression_attribute_names("#items", "items");
        }
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    /// The action that stores what is planned for a stocking, refused where somebody has decided about it. What was
    /// allocated to a stocking that is planned without JIT goes with it.
    pub fn plan(&self, id: &StockingId, jit: bool) -> Result<TransactWriteItem> {
        let expression = "SET jit = :jit, stockingId = :id";
        let mut update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key(id)))
            .condition_expression("attribute_not_exists(decidedAt)")
            .expression_attribute_values(":jit", AttributeValue::Bool(jit))
            .expression_attribute_values(":id", text(id.to_string()));
        update = if jit {
            update.update_expression(expression)
        } else {
            update
                .update_expression(format!("{expression} REMOVE #items"))
                .expression_attribute_names("#items", "items")
        };
        Ok(TransactWriteItem::builder().update(update.build().map_err(Error::internal)?).build())
    }

    /// Stores many stockings whatever is there: for the seeder.
    pub async fn put_all(&self, rows: &[JitLocation]) -> Result<()> {
        let items = rows.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn read(&self, item: Item) -> Result<JitLocation> {
        dynamo::from_item(&self.table, "stocking", item)
    }
}

/// The position, where it could be one of this list.
fn known(position: Position) -> Result<Position> {
    let possible = |(shard, after): (&u32, &String)| *shard < SHARDS && (1..KEY_DIGITS).contains(&after.len());
    if !position.is_empty() && position.iter().all(possible) { Ok(position) } else { Err(page::unknown_token()) }
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn key(id: &StockingId) -> Item {
    let shard = dynamo::shard(id.location.as_str(), SHARDS);
    let stocking = format!("{}#{}", id.location, id.stocking_index);
    Item::from([("dayShard".into(), text(day_shard(id.drop_off_date, shard))), ("stocking".into(), text(stocking))])
}

/// The stocking as it is stored: with its keys.
fn item(row: &JitLocation) -> Result<Item> {
    let mut item = dynamo::to_item(row)?;
    item.extend(key(&row.stocking_id));
    Ok(item)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::AllocatedItem;

    #[test]
    fn a_stored_stocking_reads_back_as_it_was() {
        let row = JitLocation {
            stocking_id: "2026-11-23#CHI_0001#2".parse().unwrap(),
            jit: Some(true),
            reason: None,
            email: None,
            decided_at: None,
            order_id: Some("JIT-1".into()),
            items: vec![AllocatedItem { item: "Harvest Salad".into(), quantity: 3 }],
        };
        let stored = item(&row).unwrap();
        assert_eq!(stored["stocking"].as_s().map(String::as_str), Ok("CHI_0001#2"));
        assert_eq!(dynamo::from_item::<JitLocation>("JitLocations", "stocking", stored).unwrap(), row);
    }

    #[test]
    fn a_position_of_somebody_elses_making_is_unknown() {
        assert!(known(Position::from([(3, "CHI_0001#1".into())])).is_ok());
        for position in [Position::new(), Position::from([(8, "A#1".into())]), Position::from([(0, String::new())])] {
            assert!(matches!(known(position), Err(Error::Invalid(_))));
        }
    }
}
