//! `ItemPriceStore` reads and writes the ItemPrices table. The partition key is the schema, the sort key the item.

use crate::model::{ItemPrice, Price, PriceKey};
use aws_sdk_dynamodb::{
    Client,
    types::{Delete, Put, TransactWriteItem},
};
use serde::{Deserialize, Serialize};
use shared::{
    Environment, Error, FromEnvironment, Instant, Result,
    dynamo::{self, Item, text},
};
use std::collections::HashMap;

/// The ItemPrices table.
#[derive(Clone, Debug)]
pub struct ItemPriceStore {
    client: Client,
    table: String,
}

impl FromEnvironment for ItemPriceStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("ITEM_PRICES_TABLE")? })
    }
}

/// A slice of a schema's prices, ordered by item.
#[derive(Debug)]
pub struct Slice {
    /// The prices.
    pub prices: Vec<ItemPrice>,
    /// Whether more prices follow.
    pub more: bool,
}

/// A stored price and the time of its last write. Later writes get a later time.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct StoredPrice {
    /// The price.
    pub price: Price,
    /// The time of the last write.
    pub updated_at: Instant,
}

/// The table item of a price.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct PriceItem {
    #[serde(flatten)]
    price: ItemPrice,
    updated_at: Instant,
    updated_by: String,
}

impl ItemPriceStore {
    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns at most `limit` prices of a schema, for the items after `after`.
    pub async fn of_schema(&self, schema: &str, after: Option<&str>, limit: usize) -> Result<Slice> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .projection_expression("schemaId, #item, price")
            .expression_attribute_names("#item", "item")
            .expression_attribute_values(":schema", text(schema))
            .limit(i32::try_from(limit).unwrap_or(i32::MAX));
        let query = match after {
            None => query.key_condition_expression("schemaId = :schema"),
            Some(after) => query
                .key_condition_expression("schemaId = :schema AND #item > :after")
                .expression_attribute_values(":after", text(after)),
        };
        let response = query.send().await.map_err(dynamo::failure)?;
        let more = response.last_evaluated_key.is_some();
        let items = response.items.unwrap_or_default();
        let prices = items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?;
        Ok(Slice { prices, more })
    }

    /// Returns the prices that are stored.
    pub async fn get_all(&self, keys: impl Iterator<Item = &PriceKey>) -> Result<HashMap<PriceKey, StoredPrice>> {
        let keys = keys.map(dynamo::to_item).collect::<Result<_>>()?;
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        let stored = |item| {
            let PriceItem { price, updated_at, .. } = dynamo::from_item(&self.table, "item", item)?;
            Ok((price.key, StoredPrice { price: price.price, updated_at }))
        };
        items.into_iter().map(stored).collect()
    }

    /// Returns the action that stores a price. Its condition fails unless the stored price is `expected` (`None`: no
    /// price).
    pub fn put(
        &self,
        price: &ItemPrice,
        expected: Option<StoredPrice>,
        user: &str,
        now: Instant,
    ) -> Result<TransactWriteItem> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item(price, user, now)?));
        let put = match expected {
            Some(StoredPrice { price, updated_at }) => put
                .condition_expression("price = :price AND updatedAt = :updatedAt")
                .expression_attribute_values(":price", text(price.to_string()))
                .expression_attribute_values(":updatedAt", text(updated_at.to_string())),
            None => put.condition_expression("attribute_not_exists(price)"),
        };
        Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
    }

    /// Returns the action that removes a price. Its condition fails if the stored price is a different one.
    pub fn delete(&self, price: &ItemPrice) -> Result<TransactWriteItem> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(dynamo::to_item(&price.key)?))
            .condition_expression("price = :price")
            .expression_attribute_values(":price", text(price.price.to_string()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Stores prices without a condition. Used by the seeder.
    pub async fn put_all(&self, prices: &[ItemPrice], user: &str, now: Instant) -> Result<()> {
        let items = prices.iter().map(|price| item(price, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn read(&self, item: Item) -> Result<ItemPrice> {
        dynamo::from_item(&self.table, "item", item)
    }
}

fn item(price: &ItemPrice, user: &str, now: Instant) -> Result<Item> {
    dynamo::to_item(&PriceItem { price: price.clone(), updated_at: now, updated_by: user.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_stored_price_back_unchanged_and_stores_it_as_text() {
        let key = PriceKey { schema_id: "PMT_STANDARD".into(), item: "HARVEST_SALAD".into() };
        let price = ItemPrice { key, price: "9.5".parse().unwrap() };
        let stored = item(&price, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(stored["price"].as_s().map(String::as_str), Ok("9.50"));
        assert_eq!(stored["schemaId"].as_s().map(String::as_str), Ok("PMT_STANDARD"));
        assert_eq!(dynamo::from_item::<ItemPrice>("ItemPrices", "item", stored).unwrap(), price);
    }
}
