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
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    dynamo::{self, Item, text},
    shards::{self, Order},
};
use std::collections::BTreeMap;

/// Partitions of a day.
const SHARDS: u32 = 8;
/// Stockings on a page.
const PAGE: usize = 8000;

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
        let read = async |shard, after: Option<String>, limit| {
            let query = self.client.query().table_name(&self.table).limit(limit);
            let (partition, sort) = (("dayShard", day_shard(date, shard)), ("stocking", after.as_deref()));
            shards::next_of(query, Order::Rising, partition, sort).await?.try_map(|item| self.read(item))
        };
        shards::page(SHARDS, PAGE, next_token, |after| !after.is_empty(), read).await
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
}
