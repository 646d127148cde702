//! `JitStore` reads and writes the JitLocations table. No other module uses the table's keys.
//!
//! A day's stockings are distributed over [`SHARDS`] partitions by location. The sort key is `location#stockingIndex`.

use crate::{
    model::{JitLocation, StockingId},
    rules::Change,
};
use aws_sdk_dynamodb::{
    Client,
    types::{AttributeValue, TransactWriteItem, Update},
};
use chrono::NaiveDate;
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, text},
    shards::{self, Order},
};
use std::collections::BTreeMap;

/// Number of shards per day.
const SHARDS: u32 = 8;
/// Stockings per page.
const PAGE_SIZE: usize = 8000;

/// The JitLocations table.
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

impl JitStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns one page of a day's stockings, read from all shards in no order.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token does not belong to this list.
    pub async fn of_day(&self, date: NaiveDate, next_token: Option<&str>) -> Result<Page<JitLocation>> {
        let read = async |shard, after: Option<String>, limit| {
            let query = self.client.query().table_name(&self.table).limit(limit);
            let (partition, sort) = (("dayShard", day_shard(date, shard)), ("stocking", after.as_deref()));
            shards::read_next(query, Order::Ascending, partition, sort).await?.try_map(|item| self.read(item))
        };
        shards::page(SHARDS, PAGE_SIZE, next_token, |after| !after.is_empty(), read).await
    }

    /// Returns the stockings of one location on a day.
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

    /// Returns the rows of the stockings that have one.
    pub async fn get_all(&self, ids: impl Iterator<Item = &StockingId>) -> Result<BTreeMap<StockingId, JitLocation>> {
        let items = dynamo::get_all(&self.client, &self.table, ids.map(key).collect(), &[]).await?;
        let by_id = |item| self.read(item).map(|row| (row.stocking_id.clone(), row));
        items.into_iter().map(by_id).collect()
    }

    /// Returns the action that stores a decision. Its condition fails if JIT is not on or a decision is already stored.
    /// Turning JIT off removes the allocated items.
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

    /// Returns the action that stores the planned JIT status. Its condition fails if a decision is stored. Planning
    /// without JIT removes the allocated items.
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

    /// Stores rows without a condition. Used by the seeder.
    pub async fn put_all(&self, rows: &[JitLocation]) -> Result<()> {
        let items = rows.iter().map(item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn read(&self, item: Item) -> Result<JitLocation> {
        dynamo::from_item(&self.table, "stocking", item)
    }
}

fn day_shard(date: NaiveDate, shard: u32) -> String {
    format!("{date}#{shard}")
}

fn key(id: &StockingId) -> Item {
    let shard = dynamo::shard(id.location.as_str(), SHARDS);
    let stocking = format!("{}#{}", id.location, id.stocking_index);
    Item::from([("dayShard".into(), text(day_shard(id.drop_off_date, shard))), ("stocking".into(), text(stocking))])
}

/// Returns the stored item, including its keys.
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
    fn reads_a_stored_row_back_unchanged() {
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
}
