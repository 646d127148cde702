//! `ItemPriceStore` reads and writes the ItemPrices table. The partition key is the schema, the sort key the item.

use crate::model::{ItemPrice, Price, PriceKey};
use serde::Deserialize;
use shared::{
    Instant, Result,
    shards::Slice,
    table::{self, CompositeKey, Item, ItemExt, Key, TransactWriteItem, attribute},
};
use std::collections::HashMap;

const KEY: CompositeKey = CompositeKey::new("schemaId", "item");

shared::store! {
    /// The ItemPrices table.
    pub struct ItemPriceStore { variable: "ITEM_PRICES_TABLE", key: KEY }
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
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PriceItem {
    #[serde(flatten)]
    price: ItemPrice,
    updated_at: Instant,
}

impl ItemPriceStore {
    /// Returns at most `limit` prices of a schema, for the items after `after`, ordered by item.
    pub async fn of_schema(&self, schema: &str, after: Option<&str>, limit: usize) -> Result<Slice<ItemPrice>> {
        let query = self.table.query(KEY.partition(schema)).after(after).project(["schemaId", "item", "price"]);
        query.limit(i32::try_from(limit).unwrap_or(i32::MAX)).slice().await
    }

    /// Returns the prices that are stored.
    pub async fn get_all(&self, keys: impl Iterator<Item = &PriceKey>) -> Result<HashMap<PriceKey, StoredPrice>> {
        let items: Vec<PriceItem> = self.table.get_all(keys.map(key)).await?;
        let stored = |PriceItem { price, updated_at }| (price.key, StoredPrice { price: price.price, updated_at });
        Ok(items.into_iter().map(stored).collect())
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
        let stored = attribute("price");
        let condition = match expected {
            Some(StoredPrice { price, updated_at }) => {
                stored.equals(price.to_string()).and(attribute("updatedAt").equals(updated_at))
            }
            None => stored.not_exists(),
        };
        self.table.put(item(price, user, now)?).when(condition).action()
    }

    /// Returns the action that removes a price. Its condition fails if the stored price is a different one.
    pub fn delete(&self, price: &ItemPrice) -> Result<TransactWriteItem> {
        let is_same = attribute("price").equals(price.price.to_string());
        self.table.delete(key(&price.key)).when(is_same).action()
    }

    /// Stores prices without a condition. Used by the seeder.
    pub async fn put_all(&self, prices: &[ItemPrice], user: &str, now: Instant) -> Result<()> {
        self.table.put_all(prices.iter().map(|price| item(price, user, now)).collect::<Result<_>>()?).await
    }
}

fn key(key: &PriceKey) -> Key {
    KEY.of(&key.schema_id, &key.item)
}

fn item(price: &ItemPrice, user: &str, now: Instant) -> Result<Item> {
    Ok(table::to_item(price)?.with("updatedAt", now).with("updatedBy", user))
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
        assert_eq!(table::from_item::<ItemPrice>("ItemPrices", "item", stored).unwrap(), price);
    }
}
