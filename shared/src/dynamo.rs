//! DynamoDB helpers that all stores share. Tables, keys and indexes belong to the store of each area.

pub use crate::aws_error::failure;
use crate::{
    Environment, Error, Result,
    aws_error::{AwsError, RetryClassifier},
};
pub use aws_sdk_dynamodb::types::TransactWriteItem;
use aws_sdk_dynamodb::{
    Client,
    config::Builder,
    error::{ProvideErrorMetadata, SdkError},
    types::{AttributeValue, KeysAndAttributes, Put, WriteRequest},
};
use backon::ExponentialBuilder;
use futures::{StreamExt, TryStreamExt, stream};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    collections::{BTreeSet, HashMap},
    fmt::Display,
    time::Duration,
};
use uuid::Uuid;

/// An item, by attribute name.
pub type Item = HashMap<String, AttributeValue>;

/// Creates a client of DynamoDB.
pub fn client(environment: &Environment) -> Client {
    Client::from_conf(Builder::from(environment.sdk()).retry_classifier(RetryClassifier).build())
}

/// A string attribute.
pub fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// A number attribute.
pub fn number(value: impl Display) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// Serializes `value` to an item. `None` values are omitted.
pub fn to_item(value: &impl Serialize) -> Result<Item> {
    let mut item: Item = serde_dynamo::to_item(value).map_err(Error::internal)?;
    item.retain(|_, value| !value.is_null());
    Ok(item)
}

/// Deserializes an item of `table`.
///
/// # Errors
/// A malformed item is an internal error that names the table and the item's key, so that an operator can fix it.
pub fn from_item<T: DeserializeOwned>(table: &str, key: &str, item: Item) -> Result<T> {
    let id = string(&item, key);
    serde_dynamo::from_item(item).map_err(|error| malformed(table, &id, error))
}

/// The `version` of an item of `table`, which counts its writes.
///
/// # Errors
/// As [`from_item`], if the item has no version.
pub fn version(table: &str, key: &str, item: &Item) -> Result<u64> {
    let version = item.get("version").and_then(|version| version.as_n().ok()?.parse().ok());
    version.ok_or_else(|| malformed(table, &string(item, key), "it has no version"))
}

/// The value of a string attribute; empty if it is absent.
pub fn string(item: &Item, name: &str) -> String {
    item.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
}

fn malformed(table: &str, id: &str, cause: impl Display) -> Error {
    Error::internal(format!("table {table}, item {id:?}: {cause}"))
}

/// The transaction action that stores `item` if the stored item still has the expected version (`None`: no item
/// exists).
pub fn put_if_version(table: &str, item: Item, expected: Option<u64>) -> Result<TransactWriteItem> {
    let put = Put::builder().table_name(table).set_item(Some(item));
    let put = match expected {
        Some(expected) => {
            put.condition_expression("version = :expected").expression_attribute_values(":expected", number(expected))
        }
        None => put.condition_expression("attribute_not_exists(version)"),
    };
    Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
}

/// The response to a conditional write; `None` if its condition failed.
///
/// If a response is lost, the SDK repeats the write, and the second attempt can fail because of the first. If `None`
/// must mean that another write succeeded, use [`transact`], which recognizes its own writes.
///
/// # Errors
/// Any other error, as [`failure`] classifies it.
pub fn condition_failed_as_none<T, E>(result: std::result::Result<T, SdkError<E>>) -> Result<Option<T>>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    match result {
        Err(error) if matches!(AwsError::of(&error), AwsError::ConditionFailed(_)) => Ok(None),
        result => result.map(Some).map_err(failure),
    }
}

/// The shard of `name`, from 0 to `shards` - 1. It uses FNV-1a, which never changes, because stored keys depend on it.
pub fn shard(name: &str, shards: u32) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) % shards
}

/// The result of a transaction.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Transaction {
    /// All actions were written.
    Written,
    /// Nothing was written, because the conditions of the actions at these positions failed.
    ConditionFailed(Vec<usize>),
}

/// Writes all `actions` or none.
///
/// The SDK retries throttled and conflicting transactions and lost responses. All attempts have the same client request
/// token, so that DynamoDB writes once and does not treat the first attempt as a conflict.
///
/// # Errors
/// A retryable error if the last attempt failed because of throttling, a conflict or an outage. Otherwise, the error as
/// [`failure`] classifies it.
pub async fn transact(client: &Client, actions: Vec<TransactWriteItem>) -> Result<Transaction> {
    let token = Uuid::now_v7().to_string();
    let transaction = client.transact_write_items().set_transact_items(Some(actions)).client_request_token(token);
    let Err(error) = transaction.send().await else { return Ok(Transaction::Written) };
    match AwsError::of(&error) {
        AwsError::ConditionFailed(positions) => Ok(Transaction::ConditionFailed(positions)),
        _ => Err(failure(error)),
    }
}

/// The parts of an update expression that changes one item to another.
#[derive(Debug)]
pub struct Difference {
    /// `SET ... REMOVE ...`.
    pub expression: String,
    /// The attribute names by placeholder.
    pub names: HashMap<String, String>,
    /// The attribute values by placeholder.
    pub values: HashMap<String, AttributeValue>,
}

/// The update that changes `before` to `after`. It contains only the attributes that differ, so that concurrent writes
/// of other attributes are kept. `None` if the items are equal.
pub fn difference(before: &Item, after: &Item) -> Option<Difference> {
    let (mut set, mut remove) = (Vec::new(), Vec::new());
    let (mut names, mut values) = (HashMap::new(), HashMap::new());
    let attributes: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for (position, name) in attributes.into_iter().enumerate() {
        match after.get(name) {
            value if value == before.get(name) => continue,
            Some(value) => {
                set.push(format!("#c{position} = :c{position}"));
                values.insert(format!(":c{position}"), value.clone());
            }
            None => remove.push(format!("#c{position}")),
        }
        names.insert(format!("#c{position}"), name.clone());
    }
    let clause = |word: &str, parts: Vec<String>| (!parts.is_empty()).then(|| format!("{word} {}", parts.join(", ")));
    let clauses: Vec<String> = [clause("SET", set), clause("REMOVE", remove)].into_iter().flatten().collect();
    (!clauses.is_empty()).then(|| Difference { expression: clauses.join(" "), names, values })
}

/// The maximum number of keys per batch read.
const MAX_KEYS_PER_READ: usize = 100;

/// Reads the existing items with these keys, in no order. `projection` lists the attributes to read; empty means all.
/// Batches are read concurrently, and unprocessed keys are retried with exponential backoff.
///
/// # Errors
/// A retryable error if keys are unprocessed after the last retry, or the error of the service.
pub async fn get_all(client: &Client, table: &str, keys: Vec<Item>, projection: &[&str]) -> Result<Vec<Item>> {
    let batches = keys.chunks(MAX_KEYS_PER_READ).map(<[Item]>::to_vec).collect::<Vec<_>>();
    let read: Vec<Vec<Item>> = stream::iter(batches)
        .map(|batch| get_batch(client, table, batch, projection))
        .buffer_unordered(BATCH_CONCURRENCY)
        .try_collect()
        .await?;
    Ok(read.into_iter().flatten().collect())
}

async fn get_batch(client: &Client, table: &str, mut keys: Vec<Item>, projection: &[&str]) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    let mut backoff = backoff();
    loop {
        let request = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
        let names = projection.iter().enumerate().map(|(position, name)| (format!("#n{position}"), (*name).to_owned()));
        let names: HashMap<String, String> = names.collect();
        let request = if names.is_empty() {
            request
        } else {
            let expression = names.keys().cloned().collect::<Vec<_>>().join(", ");
            request.projection_expression(expression).set_expression_attribute_names(Some(names))
        };
        let request = request.build().map_err(Error::internal)?;
        let response = client.batch_get_item().request_items(table, request).send().await.map_err(failure)?;
        items.extend(response.responses.and_then(|mut tables| tables.remove(table)).unwrap_or_default());
        let unprocessed = response.unprocessed_keys.and_then(|mut tables| tables.remove(table));
        keys = unprocessed.map(|unprocessed| unprocessed.keys).unwrap_or_default();
        if keys.is_empty() {
            return Ok(items);
        }
        let Some(wait) = backoff.next() else {
            return Err(Error::retryable(format!(
                "table {table}: {} keys are unprocessed after the last retry",
                keys.len()
            )));
        };
        tokio::time::sleep(wait).await;
    }
}

/// The waits before unprocessed items are retried: exponential and jittered, at most 7 s in total.
fn backoff() -> impl Iterator<Item = Duration> {
    let (min, max) = (Duration::from_millis(50), Duration::from_secs(1));
    let policy = ExponentialBuilder::default().with_min_delay(min).with_max_delay(max).with_max_times(7).with_jitter();
    backon::BackoffBuilder::build(policy)
}

/// The maximum number of items per batch write.
const MAX_ITEMS_PER_WRITE: usize = 25;
/// The number of concurrent batches.
const BATCH_CONCURRENCY: usize = 8;

/// Puts many items in concurrent batches. Unprocessed items are retried with exponential backoff.
///
/// # Errors
/// A retryable error if items are unprocessed after the last retry, or the error of the service. Puts are idempotent,
/// so the call can be repeated.
pub async fn put_all(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let batches = items.chunks(MAX_ITEMS_PER_WRITE).map(<[Item]>::to_vec).collect::<Vec<_>>();
    stream::iter(batches)
        .map(|batch| put_batch(client, table, batch))
        .buffer_unordered(BATCH_CONCURRENCY)
        .try_collect::<()>()
        .await
}

async fn put_batch(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let put =
        |item| aws_sdk_dynamodb::types::PutRequest::builder().set_item(Some(item)).build().map_err(Error::internal);
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
            return Err(Error::retryable(format!(
                "table {table}: {} items are unprocessed after the last retry",
                unprocessed.len()
            )));
        };
        tokio::time::sleep(wait).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(pairs: &[(&str, &str)]) -> Item {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), text(*value))).collect()
    }

    #[test]
    fn an_update_contains_only_changed_attributes() {
        let before = item(&[("equal", "1"), ("changed", "1"), ("deleted", "1")]);
        let after = item(&[("equal", "1"), ("changed", "2"), ("new", "2")]);
        let difference = difference(&before, &after);
        let mut updated: Vec<String> =
            difference.as_ref().map(|difference| difference.names.values().cloned().collect()).unwrap_or_default();
        updated.sort();
        assert_eq!(updated, ["changed", "deleted", "new"]);
        let expression = difference.map(|difference| difference.expression).unwrap_or_default();
        assert_eq!(expression, "SET #c0 = :c0, #c3 = :c3 REMOVE #c1");
    }

    #[test]
    fn equal_items_need_no_update() {
        assert!(difference(&item(&[("a", "1")]), &item(&[("a", "1")])).is_none());
    }

    #[test]
    fn the_error_of_a_malformed_item_names_table_and_key() {
        #[derive(Debug, serde::Deserialize)]
        struct Numbered {
            #[expect(dead_code, reason = "only its absence is tested")]
            stop: u32,
        }
        let cause = from_item::<Numbered>("Locations", "id", item(&[("id", "FRIDGE_1")])).err().and_then(|e| e.cause());
        assert!(cause.is_some_and(|cause| cause.starts_with("table Locations, item \"FRIDGE_1\"")));
    }

    #[test]
    fn reads_the_version_of_an_item() {
        let mut stored = item(&[("id", "FRIDGE_1")]);
        let cause = version("Locations", "id", &stored).err().and_then(|error| error.cause());
        assert_eq!(cause.as_deref(), Some("table Locations, item \"FRIDGE_1\": it has no version"));
        stored.insert("version".into(), number(7));
        assert!(matches!(version("Locations", "id", &stored), Ok(7)));
    }

    #[test]
    fn replaces_an_item_only_if_it_has_the_expected_version() {
        let put = |expected| put_if_version("Locations", item(&[("id", "FRIDGE_1")]), expected).unwrap().put.unwrap();
        assert_eq!(put(None).condition_expression.as_deref(), Some("attribute_not_exists(version)"));
        let replace = put(Some(7));
        assert_eq!(replace.condition_expression.as_deref(), Some("version = :expected"));
        assert_eq!(replace.expression_attribute_values.unwrap_or_default()[":expected"], number(7));
    }
}
