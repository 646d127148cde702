//! Lists of a table whose items lie in numbered partitions, `shard`, each in the order of its sort key.

use aws_sdk_dynamodb::Client;
use futures::{StreamExt, TryStreamExt, stream};
use shared::{
    Page, Result,
    dynamo::{self, Item, text},
    page,
};
use std::collections::BTreeMap;

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

/// Where a list stopped: for each partition that has more, the last sort key that was read (empty: none yet).
type Position = BTreeMap<u32, String>;

/// Items of one partition, and where it goes on: an entry of a [`Position`], absent at its end.
type Stretch = (Vec<Item>, Option<(u32, String)>);

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
        let start: Position = match next_token {
            Some(token) => page::decode_token(token).and_then(|position| self.known(position))?,
            None => (0..self.count).map(|shard| (shard, String::new())).collect(),
        };
        let limit = i32::try_from(most / start.len().max(1)).unwrap_or(i32::MAX).max(1);
        let read: Vec<Stretch> = stream::iter(start)
            .map(|(shard, after)| self.stretch(shard, after, limit, attributes))
            .buffered(self.count as usize)
            .try_collect()
            .await?;
        let (mut items, mut position) = (Vec::new(), Position::new());
        for (stretch, more) in read {
            items.extend(stretch);
            position.extend(more);
        }
        let next_token = if position.is_empty() { None } else { Some(page::encode_token(&position)?) };
        Ok(Page { items, next_token })
    }

    async fn stretch(&self, shard: u32, after: String, limit: i32, attributes: &[String]) -> Result<Stretch> {
        let mut query = self
            .client
            .query()
            .table_name(&self.table)
            // A word that DynamoDB keeps for itself.
            .key_condition_expression("#shard = :shard")
            .expression_attribute_names("#shard", "shard")
            .expression_attribute_values(":shard", text(shard.to_string()))
            .consistent_read(true)
            .limit(limit);
        if !attributes.is_empty() {
            let names = (0..attributes.len()).map(|position| format!("#a{position}")).collect::<Vec<_>>();
            query = query.projection_expression(names.join(", "));
            for (name, attribute) in names.into_iter().zip(attributes) {
                query = query.expression_attribute_names(name, attribute);
            }
        }
        if !after.is_empty() {
            query = query
                .exclusive_start_key("shard", text(shard.to_string()))
                .exclusive_start_key(self.sort_key, text(after));
        }
        let answer = query.send().await.map_err(dynamo::failure)?;
        let more = answer.last_evaluated_key.as_ref().and_then(|key| key.get(self.sort_key)?.as_s().ok());
        let more = more.map(|last| (shard, last.clone()));
        Ok((answer.items.unwrap_or_default(), more))
    }

    fn known(&self, position: Position) -> Result<Position> {
        let possible = !position.is_empty() && position.keys().all(|shard| *shard < self.count);
        if possible { Ok(position) } else { Err(page::unknown_token()) }
    }
}
