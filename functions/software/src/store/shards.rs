//! Lists of a table whose items lie in numbered partitions, `shard`, each in the order of its sort key.

use aws_sdk_dynamodb::Client;
use shared::{
    Page, Result,
    dynamo::{self, Item, text},
    shards::{self, Order},
};

/// A table of that kind.
#[derive(Clone, Debug)]
pub(super) struct Shards {
    pub(super) client: Client,
    pub(super) table: String,
    /// The sort key's name.
    pub(super) sort_key: &'static str,
    /// How many partitions there are.
    pub(super) count: u32,
}

impl Shards {
    /// The key of the item `name`.
    pub(super) fn key(&self, name: &str) -> Item {
        let shard = dynamo::shard(name, self.count).to_string();
        Item::from([("shard".into(), text(shard)), (self.sort_key.into(), text(name))])
    }

    /// A page of at most `most` items from all partitions, read in parallel, of which `attributes` alone where some are
    /// named. DynamoDB ends a partition's part at 1 MB.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] where the token is not one that this list gave out.
    pub(super) async fn page(
        &self,
        most: usize,
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
            shards::next_of(query, Order::Rising, partition, sort).await
        };
        shards::page(self.count, most, next_token, |after| !after.is_empty(), read).await
    }
}
