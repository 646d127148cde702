//! The table of prices. The only module that knows its keys: a schema's prices lie in one partition, by item.

use crate::model::{ItemPrice, Pair, Price};
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

/// The table of prices.
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

/// Some prices of a schema, by item, and whether there are more after them.
#[derive(Debug)]
pub struct Stretch {
    /// The prices.
    pub prices: Vec<ItemPrice>,
    /// Whether there are more.
    pub more: bool,
}

/// What an item was seen to cost, and since when: what replaces it is later.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Seen {
    /// The price.
    pub price: Price,
    /// Since when.
    pub since: Instant,
}

/// A price as it is stored.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
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

    /// At most `most` of a schema's prices, those of items after `after`.
    pub async fn of_schema(&self, schema: &str, after: Option<&str>, most: usize) -> Result<Stretch> {
        let query = self
            .client
            .query()
            .table_name(&self.table)
            .projection_expression("schemaId, #item, price")
            .expression_attribute_names("#item", "item")
            .expression_attribute_values(":schema", text(schema))
            .limit(i32::try_from(most).unwrap_or(i32::MAX));
        let query = match after {
            None => query.key_condition_expression("schemaId = :schema"),
            Some(after) => query
                .key_condition_expression("schemaId = :schema AND #item > :after")
                .expression_attribute_values(":after", text(after)),
        };
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.is_some();
        let items = answer.items.unwrap_or_default();
        let prices = items.into_iter().map(|item| self.read(item)).collect::<Result<_>>()?;
        Ok(Stretch { prices, more })
    }

    /// Those of the prices that are stored.
    pub async fn get_all(&self, pairs: impl Iterator<Item = &Pair>) -> Result<HashMap<Pair, Seen>> {
        let keys = pairs.map(dynamo::to_item).collect::<Result<_>>()?;
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        let seen = |item| {
            let Stored { price, updated_at, .. } = dynamo::from_item(&self.table, "item", item)?;
            Ok((price.pair, Seen { price: price.price, since: updated_at }))
        };
        items.into_iter().map(seen).collect()
    }

    /// The action that stores a price, refused where the one before is another than `seen` (`None`: there was none).
    pub fn put(&self, price: &ItemPrice, seen: Option<Seen>, user: &str, now: Instant) -> Result<TransactWriteItem> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item(price, user, now)?));
        let put = match seen {
            Some(Seen { price, since }) => put
                .condition_expression("price = :seen AND updatedAt = :since")
                .expression_attribute_values(":seen", text(price.to_string()))
                .expression_attribute_values(":since", text(since.to_string())),
            None => put.condition_expression("attribute_not_exists(price)"),
        };
        Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
    }

    /// The action that removes a price; refused where it is another than the one that was read.
    pub fn delete(&self, price: &ItemPrice) -> Result<TransactWriteItem> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(dynamo::to_item(&price.pair)?))
            .condition_expression("price = :price")
            .expression_attribute_values(":price", text(price.price.to_string()))
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// Stores many prices whatever is there: for the seeder.
    pub async fn put_all(&self, prices: &[ItemPrice], user: &str, now: Instant) -> Result<()> {
        let items = prices.iter().map(|price| item(price, user, now)).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    fn read(&self, item: Item) -> Result<ItemPrice> {
        dynamo::from_item(&self.table, "item", item)
    }
}

fn item(price: &ItemPrice, user: &str, now: Instant) -> Result<Item> {
    dynamo::to_item(&Stored { price: price.clone(), updated_at: now, updated_by: user.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_price_reads_back_as_it_was_and_is_no_binary_float() {
        let pair = Pair { schema_id: "PMT_STANDARD".into(), item: "HARVEST_SALAD".into() };
        let price = ItemPrice { pair, price: "9.5".parse().unwrap() };
        let stored = item(&price, "ann@larder.example", "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
        assert_eq!(stored["price"].as_s().map(String::as_str), Ok("9.50"));
        assert_eq!(stored["schemaId"].as_s().map(String::as_str), Ok("PMT_STANDARD"));
        assert_eq!(dynamo::from_item::<ItemPrice>("ItemPrices", "item", stored).unwrap(), price);
    }
}
