//! What stores share when they speak to DynamoDB. Which table, key or index is the business of each area's store.

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

/// An item as DynamoDB has it.
pub type Item = HashMap<String, AttributeValue>;

/// A client of the environment's DynamoDB.
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

/// The item that stores `value`. What is `None` is not stored.
pub fn to_item(value: &impl Serialize) -> Result<Item> {
    let mut item: Item = serde_dynamo::to_item(value).map_err(Error::internal)?;
    item.retain(|_, value| !value.is_null());
    Ok(item)
}

/// What an item of `table` stores.
///
/// # Errors
/// A malformed item is an internal error that names the table and the item's key: somebody must mend it.
pub fn from_item<T: DeserializeOwned>(table: &str, key: &str, item: Item) -> Result<T> {
    let id = string(&item, key);
    serde_dynamo::from_item(item).map_err(|error| malformed(table, &id, error))
}

/// How often an item of `table` was written: its `version`.
///
/// # Errors
/// As [`from_item`], where it has none.
pub fn version(table: &str, key: &str, item: &Item) -> Result<u64> {
    let version = item.get("version").and_then(|version| version.as_n().ok()?.parse().ok());
    version.ok_or_else(|| malformed(table, &string(item, key), "it has no version"))
}

/// The text of an attribute; empty where it is none.
pub fn string(item: &Item, name: &str) -> String {
    item.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
}

fn malformed(table: &str, id: &str, why: impl Display) -> Error {
    Error::internal(format!("table {table}, item {id:?}: {why}"))
}

/// The action that stores `item`, refused where the `version` of the item that is there has moved since it was `seen`
/// (`None`: none was there).
pub fn put_over(table: &str, item: Item, seen: Option<u64>) -> Result<TransactWriteItem> {
    let put = Put::builder().table_name(table).set_item(Some(item));
    let put = match seen {
        Some(seen) => put.condition_expression("version = :seen").expression_attribute_values(":seen", number(seen)),
        None => put.condition_expression("attribute_not_exists(version)"),
    };
    Ok(TransactWriteItem::builder().put(put.build().map_err(Error::internal)?).build())
}

/// The response to a conditional write; `None` where its condition did not hold.
///
/// A lost response makes the SDK send the write again, and the second attempt can fail on what the first one wrote.
/// Where `None` must mean that another write won, send the write by [`transact`], which recognizes its own.
///
/// # Errors
/// Any other error, as [`failure`] classifies it.
pub fn unless_refused<T, E>(sent: std::result::Result<T, SdkError<E>>) -> Result<Option<T>>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    match sent {
        Err(error) if matches!(AwsError::of(&error), AwsError::ConditionFailed(_)) => Ok(None),
        sent => sent.map(Some).map_err(failure),
    }
}

/// The partition, of `shards`, in which what is called `name` lies: FNV-1a, which stays the same for ever, as stored
/// keys must.
pub fn shard(name: &str, shards: u32) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) % shards
}

/// How a transaction ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Transaction {
    /// All of it was written.
    Written,
    /// Nothing was written: the conditions of these actions, by position, did not hold.
    Refused(Vec<usize>),
}

/// Writes all of `actions`, or none.
///
/// The SDK sends a throttled or conflicting transaction again, and one whose response was lost. All attempts carry one
/// token, by which DynamoDB writes once and does not mistake the first attempt for a conflict.
///
/// # Errors
/// A retryable one where the last attempt still met throttling, a conflict or an outage; any other error as
/// [`failure`] classifies it.
pub async fn transact(client: &Client, actions: Vec<TransactWriteItem>) -> Result<Transaction> {
    let token = Uuid::now_v7().to_string();
    let transaction = client.transact_write_items().set_transact_items(Some(actions)).client_request_token(token);
    let Err(error) = transaction.send().await else { return Ok(Transaction::Written) };
    match AwsError::of(&error) {
        AwsError::ConditionFailed(positions) => Ok(Transaction::Refused(positions)),
        _ => Err(failure(error)),
    }
}

/// The parts of an update that turns one item into another.
#[derive(Debug)]
pub struct Difference {
    /// `SET ... REMOVE ...`.
    pub expression: String,
    /// The placeholders of its names.
    pub names: HashMap<String, String>,
    /// The placeholders of its values.
    pub values: HashMap<String, AttributeValue>,
}

/// The update that turns `before` into `after` and touches nothing that they agree on, so that writers of other
/// attributes are not undone. `None` where they are the same.
pub fn difference(before: &Item, after: &Item) -> Option<Difference> {
    let (mut set, mut remove) = (Vec::new(), Vec::new());
    let (mut names, mut values) = (HashMap::new(), HashMap::new());
    let all: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for (position, name) in all.into_iter().enumerate() {
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

/// Keys that one batch read takes.
const KEYS: usize = 100;

/// Those of the items with these keys that are there, in no order: only their attributes `named`, or all where none are. Read in
/// parallel with a bound; what DynamoDB leaves unprocessed is asked for again with growing, jittered waits.
///
/// # Errors
/// Where some are left after the last try, or the service fails.
pub async fn get_all(client: &Client, table: &str, keys: Vec<Item>, named: &[&str]) -> Result<Vec<Item>> {
    let batches = keys.chunks(KEYS).map(<[Item]>::to_vec).collect::<Vec<_>>();
    let read: Vec<Vec<Item>> = stream::iter(batches)
        .map(|batch| get_batch(client, table, batch, named))
        .buffer_unordered(BATCHES_AT_ONCE)
        .try_collect()
        .await?;
    Ok(read.into_iter().flatten().collect())
}

async fn get_batch(client: &Client, table: &str, mut keys: Vec<Item>, named: &[&str]) -> Result<Vec<Item>> {
    let mut found = Vec::new();
    let mut waits = waits();
    loop {
        let asked = KeysAndAttributes::builder().set_keys(Some(keys)).consistent_read(true);
        let names = named.iter().enumerate().map(|(position, name)| (format!("#n{position}"), (*name).to_owned()));
        let names: HashMap<String, String> = names.collect();
        let asked = if names.is_empty() {
            asked
        } else {
            let projection = names.keys().cloned().collect::<Vec<_>>().join(", ");
            asked.projection_expression(projection).set_expression_attribute_names(Some(names))
        };
        let asked = asked.build().map_err(Error::internal)?;
        let answer = client.batch_get_item().request_items(table, asked).send().await.map_err(failure)?;
        found.extend(answer.responses.and_then(|mut tables| tables.remove(table)).unwrap_or_default());
        let left = answer.unprocessed_keys.and_then(|mut tables| tables.remove(table));
        keys = left.map(|left| left.keys).unwrap_or_default();
        if keys.is_empty() {
            return Ok(found);
        }
        let Some(wait) = waits.next() else {
            return Err(Error::retryable(format!("table {table}: {} keys were left unprocessed", keys.len())));
        };
        tokio::time::sleep(wait).await;
    }
}

/// The growing, jittered waits before the items that a batch left unprocessed are sent again: at most 7 s in all.
fn waits() -> impl Iterator<Item = Duration> {
    let (min, max) = (Duration::from_millis(50), Duration::from_secs(1));
    let waits = ExponentialBuilder::default().with_min_delay(min).with_max_delay(max).with_max_times(7).with_jitter();
    backon::BackoffBuilder::build(waits)
}

/// Items that one batch write takes.
const BATCH: usize = 25;
/// Batches under way at once.
const BATCHES_AT_ONCE: usize = 8;

/// Puts many items, in parallel with a bound. What DynamoDB leaves unprocessed is sent again with growing, jittered
/// waits.
///
/// # Errors
/// Where some are left after the last try, or the service fails. Puts are idempotent: the same call may be made again.
pub async fn put_all(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let batches = items.chunks(BATCH).map(<[Item]>::to_vec).collect::<Vec<_>>();
    stream::iter(batches)
        .map(|batch| put_batch(client, table, batch))
        .buffer_unordered(BATCHES_AT_ONCE)
        .try_collect::<()>()
        .await
}

async fn put_batch(client: &Client, table: &str, items: Vec<Item>) -> Result<()> {
    let put =
        |item| aws_sdk_dynamodb::types::PutRequest::builder().set_item(Some(item)).build().map_err(Error::internal);
    let mut left = items
        .into_iter()
        .map(|item| Ok(WriteRequest::builder().put_request(put(item)?).build()))
        .collect::<Result<Vec<_>>>()?;
    let mut waits = waits();
    loop {
        let written = client.batch_write_item().request_items(table, left).send().await.map_err(failure)?;
        left = written.unprocessed_items.and_then(|mut tables| tables.remove(table)).unwrap_or_default();
        if left.is_empty() {
            return Ok(());
        }
        let Some(wait) = waits.next() else {
            return Err(Error::retryable(format!("table {table}: {} items were left unprocessed", left.len())));
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
    fn an_update_names_only_what_changed() {
        let before = item(&[("kept", "1"), ("changed", "1"), ("gone", "1")]);
        let after = item(&[("kept", "1"), ("changed", "2"), ("new", "2")]);
        let difference = difference(&before, &after);
        let mut touched: Vec<String> =
            difference.as_ref().map(|d| d.names.values().cloned().collect()).unwrap_or_default();
        touched.sort();
        assert_eq!(touched, ["changed", "gone", "new"]);
        let expression = difference.map(|difference| difference.expression).unwrap_or_default();
        assert_eq!(expression, "SET #c0 = :c0, #c3 = :c3 REMOVE #c1");
    }

    #[test]
    fn items_that_agree_need_no_update() {
        assert!(difference(&item(&[("a", "1")]), &item(&[("a", "1")])).is_none());
    }

    #[test]
    fn a_malformed_item_is_named_for_those_who_mend_it() {
        #[derive(Debug, serde::Deserialize)]
        struct Numbered {
            #[expect(dead_code, reason = "only its absence is tested")]
            stop: u32,
        }
        let cause = from_item::<Numbered>("Locations", "id", item(&[("id", "FRIDGE_1")])).err().and_then(|e| e.cause());
        assert!(cause.is_some_and(|cause| cause.starts_with("table Locations, item \"FRIDGE_1\"")));
    }

    #[test]
    fn an_item_knows_how_often_it_was_written() {
        let mut stored = item(&[("id", "FRIDGE_1")]);
        let cause = version("Locations", "id", &stored).err().and_then(|error| error.cause());
        assert_eq!(cause.as_deref(), Some("table Locations, item \"FRIDGE_1\": it has no version"));
        stored.insert("version".into(), number(7));
        assert!(matches!(version("Locations", "id", &stored), Ok(7)));
    }

    #[test]
    fn an_item_is_stored_over_the_one_that_was_seen_alone() {
        let put = |seen| put_over("Locations", item(&[("id", "FRIDGE_1")]), seen).unwrap().put.unwrap();
        assert_eq!(put(None).condition_expression.as_deref(), Some("attribute_not_exists(version)"));
        let over = put(Some(7));
        assert_eq!(over.condition_expression.as_deref(), Some("version = :seen"));
        assert_eq!(over.expression_attribute_values.unwrap_or_default()[":seen"], number(7));
    }
}
