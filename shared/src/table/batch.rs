//! Reads and writes of many items in batches.

use super::{
    FromItem, Item, Placeholders,
    typed::{self, Origin},
};
use crate::{Error, Result, aws_error::failure};
use aws_sdk_dynamodb::{
    Client,
    types::{KeysAndAttributes, PutRequest, WriteRequest},
};
use backon::ExponentialBuilder;
use futures::{StreamExt, TryStreamExt, stream};
use std::time::Duration;

/// The maximum number of keys per batch read.
const MAX_KEYS_PER_READ: usize = 100;
/// The maximum number of items per batch write.
const MAX_ITEMS_PER_WRITE: usize = 25;
/// The number of concurrent batches.
const BATCH_CONCURRENCY: usize = 8;

/// Reads the existing items with these keys, in no order, each with its captured attribute. `projection` lists the
/// attributes to read; empty means all. Batches are read concurrently, and unprocessed keys are retried with exponential
/// backoff.
///
/// # Errors
/// A retryable error if keys are unprocessed after the last retry, or the error of the service.
pub(super) async fn get_all<T: FromItem>(
    client: &Client,
    origin: Origin,
    keys: Vec<Item>,
    projection: &[&str],
) -> Result<Vec<(Option<String>, T)>> {
    let batches = keys.chunks(MAX_KEYS_PER_READ).map(<[Item]>::to_vec).collect::<Vec<_>>();
    let read: Vec<Vec<_>> = stream::iter(batches)
        .map(|batch| get_batch(client, &origin, batch, projection))
        .buffer_unordered(BATCH_CONCURRENCY)
        .try_collect()
        .await?;
    Ok(read.into_iter().flatten().collect())
}

async fn get_batch<T: FromItem>(
    client: &Client,
    origin: &Origin,
    mut keys: Vec<Item>,
    projection: &[&str],
) -> Result<Vec<(Option<String>, T)>> {
    let mut found = Vec::new();
    let mut backoff = backoff();
    loop {
        let request = batch_read(keys, projection)?;
        let request = client.batch_get_item().request_items(&origin.table, request);
        let response = typed::batch(request, origin.clone()).await?;
        found.extend(response.items);
        keys = response.unprocessed;
        if keys.is_empty() {
            return Ok(found);
        }
        let Some(wait) = backoff.next() else {
            let message = format!("table {}: {} keys were left unprocessed", origin.table, keys.len());
            return Err(Error::retryable(message));
        };
        tokio::time::sleep(wait).await;
    }
}

/// The consistent read of these keys.
fn batch_read(keys: Vec<Item>, projection: &[&str]) -> Result<KeysAndAttributes> {
    let mut placeholders = Placeholders::default();
    KeysAndAttributes::builder()
        .set_keys(Some(keys))
        .consistent_read(true)
        .set_projection_expression(placeholders.projection(projection))
        .set_expression_attribute_names(placeholders.names())
        .build()
        .map_err(Error::internal)
}

/// The waits before unprocessed items are retried: exponential and jittered, at most 7 s in total.
fn backoff() -> impl Iterator<Item = Duration> {
    let (min, max) = (Duration::from_millis(50), Duration::from_secs(1));
    let policy = ExponentialBuilder::default().with_min_delay(min).with_max_delay(max).with_max_times(7).with_jitter();
    backon::BackoffBuilder::build(policy)
}

/// Puts many items in concurrent batches. Unprocessed items are retried with exponential backoff.
///
/// # Errors
/// A retryable error if items are unprocessed after the last retry, or the error of the service. Puts are idempotent, so
/// the call can be repeated.
pub(super) async fn put_all(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let batches = items.chunks(MAX_ITEMS_PER_WRITE).map(<[Item]>::to_vec).collect::<Vec<_>>();
    stream::iter(batches)
        .map(|batch| put_batch(client, table, batch))
        .buffer_unordered(BATCH_CONCURRENCY)
        .try_collect::<()>()
        .await
}

async fn put_batch(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let put = |item| PutRequest::builder().set_item(Some(item)).build().map_err(Error::internal);
    let mut unprocessed = items
        .into_iter()
        .map(|item| Ok(WriteRequest::builder().put_request(put(item)?).build()))
        .collect::<Result<Vec<_>>>()?;
    let mut backoff = backoff();
    loop {
        let written = client.batch_write_item().request_items(table, unprocessed).send().await.map_err(failure)?;
        unprocessed = written.unprocessed_items.and_then(|mut tables| tables.remove(table)).unwrap_or_default();
        if unprocessed.is_empty() {
            return Ok(());
        }
        let Some(wait) = backoff.next() else {
            return Err(Error::retryable(format!("table {table}: {} items were left unprocessed", unprocessed.len())));
        };
        tokio::time::sleep(wait).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{
        Raw, SimpleKey,
        fake::{Attempt, FakeDynamoDb, KEY},
        testing::readable,
    };
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::HashMap;

    #[test]
    fn a_batch_reads_consistently_and_only_the_projected_attributes() {
        let key: Item = SimpleKey::new("id").of("A").into();
        let read = batch_read(vec![key.clone()], &["id", "status"]).unwrap();
        assert_eq!((read.consistent_read, read.keys), (Some(true), vec![key.clone()]));
        let projection = read.projection_expression.unwrap();
        assert_eq!(readable(&projection, read.expression_attribute_names.as_ref(), None), "id, status");
        let all = batch_read(vec![key], &[]).unwrap();
        assert_eq!((all.projection_expression, all.expression_attribute_names), (None, None));
    }

    #[tokio::test]
    async fn the_items_of_a_batch_are_found_by_their_ids() {
        #[derive(Debug, Deserialize, PartialEq)]
        struct Stop {
            stop: u32,
        }

        let item = |id: &str, stop: &str| json!({ "stop": { "N": stop }, "id": { "S": id } });
        let items = json!({ "Responses": { "Locations": [item("B", "2"), item("A", "1")] } });
        let table = FakeDynamoDb::new([Attempt::Response(200, items)]).table();
        let keys = || ["A", "B", "C"].map(|id| KEY.of(id));
        let stops: HashMap<String, Stop> = table.get_all_by_id(keys(), &[]).await.unwrap();
        assert_eq!(stops, HashMap::from([("A".into(), Stop { stop: 1 }), ("B".into(), Stop { stop: 2 })]));
        let items: HashMap<String, Raw> = table.get_all_by_id(keys(), &[]).await.unwrap();
        assert_eq!(items["B"].0["stop"], crate::table::number(2));
        let all: Vec<Stop> = table.get_all(keys()).await.unwrap();
        assert_eq!(all, [Stop { stop: 2 }, Stop { stop: 1 }]);
    }
}
