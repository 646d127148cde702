//! Pages of a table whose items are in numbered partitions (`shard`), each sorted by its sort key.

use aws_sdk_dynamodb::Client;
use shared::{
    Page, Result,
    dynamo::{self, Item, text},
    shards::{self, Order},
};

/// A table with numbered partitions.
#[derive(Clone, Debug)]
pub(super) struct Shards {
    pub(super) client: Client,
    pub(super) table: String,
    /// The name of the sort key.
    pub(super) sort_key: &'static str,
    /// The number of partitions.
    pub(super) count: u32,
}

impl Shards {
    /// The key of the item `name`.
    pub(super) fn key(&self, name: &str) -> Item {
        let shard = dynamo::shard(name, self.count).to_string();
        Item::from([("shard".into(), text(shard)), (self.sort_key.into(), text(name))])
    }

    /// A page of at most `max_items` items from all partitions, read in parallel. If `attributes` is not empty, only
    /// these are read. DynamoDB returns at most 1 MB per partition.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub(super) async fn page(
        &self,
        max_items: usize,
        next_token: Option<&str>,
        attributes: &[String],
    ) -> Result<Page<Item>> {
        let read = async |shard: u32, after: Option<String>, limit| {
            let mut query = self.client.query().table_name(&self.table).consistent_read(true).limit(limit);
            if !attributes.is_empty() {
                let names = (0..attributes.len()).map(|position| format!("#a{position}")).collect::<Vec<_>>();
                query = query.projection_expression(names.join(", "));
                for (name, attribute) in names.into_iter().zip(attributes) {
                    query = query.expression_attribute_names(name, attribute);
                }
            }
            let (partition, sort) = (("shard", shard.to_string()), (self.sort_key, after.as_deref()));
            shards::read_next(query, Order::Ascending, partition, sort).await
        };
        shards::page(self.count, max_items, next_token, |after| !after.is_empty(), read).await
    }
}
