//! The table kit: declares stores, and builds and sends the requests of DynamoDB.
//!
//! A store contains only what is special about its table: its keys, its indexes, the stored form of its types and its
//! queries. The kit makes all expressions. Names and values are always placeholders, so reserved words need no care.
//!
//! # Declaring a store
//! [`store!`](crate::store) declares a store with the environment variable of its table. The store is a struct with the
//! private field `table`, can be created from the environment, and has a method `client` for transactions that span
//! tables. Unit tests create it with `unconnected`.
//!
//! ```
//! use shared::{Result, table::{self, CompositeKey, Index, ItemExt}};
//!
//! const KEY: CompositeKey = CompositeKey::new("dayShard", "route");
//! const BY_STATE: Index = Index::new("byState", "state", "dueAt");
//!
//! shared::store! {
//!     /// Reads and writes the table of routes.
//!     pub struct RouteStore { variable: "ROUTES_TABLE", key: KEY }
//! }
//!
//! # #[derive(serde::Deserialize, serde::Serialize)]
//! # struct Route { route: String, version: u64 }
//! impl RouteStore {
//!     async fn get(&self, day: &str, route: &str) -> Result<Option<Route>> {
//!         self.table.get(KEY.of(day, route)).await
//!     }
//!
//!     async fn of_day(&self, day: &str) -> Result<Vec<Route>> {
//!         self.table.query(KEY.partition(day)).consistent().all().await
//!     }
//!
//!     async fn pending(&self, now: &str) -> Result<Vec<Route>> {
//!         self.table.query(BY_STATE.partition("PENDING")).until(now).limit(100).items().await
//!     }
//!
//!     fn put(&self, day: &str, route: &Route, expected: Option<u64>) -> Result<table::TransactWriteItem> {
//!         let item = table::to_item(route)?.with_key(KEY.of(day, &route.route)).with("updatedBy", "ann");
//!         self.table.put_if_version(item, expected).action()
//!     }
//! }
//! ```
//!
//! # Keys and items
//! | to | write |
//! |---|---|
//! | declare the key of a table | `const KEY: SimpleKey = SimpleKey::new("id")` or `CompositeKey::new("kind", "id")` |
//! | declare an index | `const BY_STATE: Index = Index::new("byState", "state", "dueAt")` |
//! | the key of an item | `KEY.of(..)`; the index attributes of an item are `BY_STATE.of(..)` |
//! | a stored item | `table::to_item(&value)?.with_key(KEY.of(..)).with("version", 1_u64).with_expiry(at)` |
//! | a large item, or one of many | `SerializedItem::of(&value)?.with_key(..)`: as `to_item`, serialized only once |
//! | a time to live in another attribute | `.with("forgetAt", table::time_to_live(at))` |
//! | a nested object as a value | `table::to_value(&object)?` |
//! | the shard of a name | `table::shard(name, SHARDS)` |
//!
//! # Reading
//! All reads deserialize to the type that the caller expects. [`Raw`] returns the item itself, and [`Versioned`] adds the
//! version to a type that does not contain it. Reads of single items and of batches are consistent.
//!
//! | to | write |
//! |---|---|
//! | read an item | `self.table.get(key).await?` or `get_attributes(key, &["actions"])` |
//! | read many items | `self.table.get_all(keys).await?` or `get_all_attributes(keys, &["id"])` |
//! | read many items by their ids | `self.table.get_all_by_id(keys, &[]).await?` |
//! | read a partition | `self.table.query(KEY.partition(day)).all().await?`, `.up_to(max)` for the first items |
//! | restrict the sort key | `.beginning_with(..)`, `.between(..)`, `.from(..)`, `.until(..)`, `.equal_to(..)`, `.after(..)` |
//! | configure a query | `.newest_first()`, `.consistent()`, `.limit(n)`, `.filter(condition)`, `.project(["id"])` |
//! | send one request | `.items().await?`, or `.slice().await?` if the end matters |
//! | a page of a partition | `.limit(n).page(CURSOR, next_token)` with `const CURSOR: Cursor = Cursor::new(&["id"], is_id)` |
//! | a page of all shards, unordered | `table::sharded_page(SHARDS, max, next_token, is_valid, \|shard, after\| query)` |
//! | the next items of all shards, in order | `table::merged(Order::Ascending, (0..SHARDS).map(\|shard\| query))` |
//! | a page of all shards, in order | `table::merged_page(order, max, next_token, (0..SHARDS).map(\|shard\| query))` |
//! | one request per shard | `table::slices((0..SHARDS).map(\|shard\| query))` |
//! | the items of many names that begin sort keys | `query.groups("locationId", names)` of each partition, then `table::all_of_groups(queries)` |
//! | everything in all shards | `table::all((0..SHARDS).map(\|shard\| query))` |
//!
//! The attributes of a [`Cursor`] are part of issued tokens: list the same attributes in the same order as before. A token
//! with one attribute contains text, a token with several a list.
//!
//! # Writing
//! | to | write |
//! |---|---|
//! | store an item | `self.table.put(item)` |
//! | store over an expected version | `self.table.put_if_version(item, expected)`; `None` expects no item |
//! | change attributes | `self.table.update(key, Changes::new().set("state", state).remove("note").add("calls", 1_u32))` |
//! | write the difference | `self.table.update(key, Changes::between(&before, &after))` |
//! | delete an item | `self.table.delete(key)` |
//! | require a state in a transaction | `self.table.check(key).when(condition)` |
//! | state a condition | `.when(attribute("version").equals(2_u64).and(attribute("closedAt").not_exists()))` |
//! | expect a value or no attribute | `.when(attribute("syncId").equals_or_not_exists(expected))` |
//! | make it an action of a transaction | `.action()?` |
//! | send it alone | `.send().await?`: `false` if the condition failed |
//! | return the item of an update | `.send_returning(Return::After).await?` |
//! | store many items without conditions | `self.table.put_all(items).await` |
//!
//! # Testing
//! Tests of built requests create the store with `unconnected` and compare `testing::readable(..)` of an expression, which
//! replaces the placeholders by names and values.
//!
//! # Transactions
//! [`Transaction`] collects actions of any stores, including the audit entry of the change. Conditions get names if the
//! caller must know which of them failed.
//!
//! ```ignore
//! let transaction = Transaction::new().with(store.put(&pars, version)?).audited(&audit, &entry)?;
//! if transaction.send(store.client()).await?.is_written() { return Ok(()); }
//!
//! let transaction = Transaction::named().with_named(Name::CodeIsNew, code).with_named(Name::CallIsNew, call);
//! match transaction.send(store.client()).await? {
//!     Outcome::Written => Issued::Stored,
//!     Outcome::ConditionFailed(failed) if failed.contains(&Name::CallIsNew) => Issued::Repeated,
//!     Outcome::ConditionFailed(_) => Issued::CodeInUse,
//! }
//! ```
//!
//! # Bulk writes
//! Rows that a call stores independently of each other share requests, within the limits of DynamoDB. A row whose
//! condition fails does not affect the others.
//!
//! | to | write |
//! |---|---|
//! | send many transactions | `table::send_all(client, transactions).await`: one outcome per transaction, in order |
//! | store rows over expected versions | implement [`RowWriter`] and call `table::write_rows(client, &writer, rows).await` |
//! | count the requests in a test | `testing::request_count(&transactions)` |

mod batch;
mod body;
mod bulk;
mod expression;
#[cfg(test)]
pub(crate) mod fake;
mod groups;
mod item;
mod json;
mod key;
mod query;
mod row_writer;
mod serialize;
pub mod testing;
mod transaction;
mod typed;
mod value;
mod write;

pub use aws_sdk_dynamodb::{Client, types::AttributeValue};
use batch::{get_all, put_all};
pub use bulk::send_all;
use expression::Placeholders;
pub use expression::{Attribute, Changes, Condition, attribute};
pub use groups::{GroupQuery, all_of_groups};
pub use item::{EXPIRES_AT, FromItem, ItemExt, Raw, Versioned, from_item, to_item, to_value, version};
pub use json::{Capture, JsonItem};
pub use key::{CompositeKey, Index, Key, KeyAttributes, Partition, SimpleKey};
pub use query::{Cursor, Query, all, merged, merged_page, sharded_page, slices};
pub use row_writer::{RowWriter, Step, write_rows};
pub use serialize::SerializedItem;
pub use transaction::{Outcome, TransactWriteItem, Transaction, Unnamed};
use typed::Origin;
pub use value::{IntoValue, Item, number, string, string_set, text, time_to_live};
pub use write::{CheckItem, DeleteItem, PutItem, Return, UpdateItem, Updated, Write};

use crate::{Environment, Result, aws_client, aws_error::failure};
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use std::collections::HashMap;

/// A table of DynamoDB.
#[derive(Clone, Debug)]
pub struct Table {
    client: Client,
    name: String,
    key: KeyAttributes,
}

impl Table {
    /// Opens the table that `variable` names. `key` is its key.
    ///
    /// # Errors
    /// [`crate::Error::Unavailable`] if the variable is not set.
    pub fn from_environment(environment: &Environment, variable: &str, key: impl Into<KeyAttributes>) -> Result<Self> {
        let name = environment.variable(variable)?;
        Ok(Self { client: aws_client::dynamodb(environment), name, key: key.into() })
    }

    /// A table whose requests can be built but not sent, for unit tests.
    pub fn unconnected(name: &str, key: impl Into<KeyAttributes>) -> Self {
        Self { client: aws_client::unconnected_dynamodb(), name: name.to_owned(), key: key.into() }
    }

    /// The client, for transactions.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The attribute that identifies an item in error messages.
    fn id_attribute(&self) -> &'static str {
        self.key.id()
    }

    /// The origin of rows that are read with the attribute `captured`.
    fn origin(&self, captured: &'static str) -> Origin {
        Origin { table: self.name.clone(), id: self.id_attribute(), captured }
    }

    /// Reads an item of this table.
    ///
    /// # Errors
    /// A malformed item is an internal error that names the table and the item.
    pub fn read<T: FromItem>(&self, item: Item) -> Result<T> {
        T::from_item(&self.name, self.id_attribute(), item)
    }

    /// The item with this key, read consistently; `None` if it does not exist.
    pub async fn get<T: FromItem>(&self, key: Key) -> Result<Option<T>> {
        self.get_attributes(key, &[]).await
    }

    /// As [`Table::get`], with only these attributes. Empty means all.
    pub async fn get_attributes<T: FromItem>(&self, key: Key, attributes: &[&str]) -> Result<Option<T>> {
        let response = self.get_request(key, attributes).send().await.map_err(failure)?;
        response.item.map(|item| self.read(item)).transpose()
    }

    fn get_request(&self, key: Key, attributes: &[&str]) -> GetItemFluentBuilder {
        let mut placeholders = Placeholders::default();
        let request = self.client.get_item().table_name(&self.name).set_key(Some(key.into())).consistent_read(true);
        request
            .set_projection_expression(placeholders.projection(attributes))
            .set_expression_attribute_names(placeholders.names())
    }

    /// The existing items with these keys, in no order, read consistently. The keys must differ. Batches are read
    /// concurrently, and unprocessed keys are retried.
    ///
    /// # Errors
    /// A retryable error if keys are unprocessed after the last retry, or the error of the service.
    pub async fn get_all<T: FromItem>(&self, keys: impl IntoIterator<Item = Key>) -> Result<Vec<T>> {
        self.get_all_attributes(keys, &[]).await
    }

    /// As [`Table::get_all`], with only these attributes. Empty means all.
    pub async fn get_all_attributes<T: FromItem>(
        &self,
        keys: impl IntoIterator<Item = Key>,
        attributes: &[&str],
    ) -> Result<Vec<T>> {
        Ok(self.get_identified(keys, attributes).await?.into_iter().map(|(_, item)| item).collect())
    }

    /// As [`Table::get_all_attributes`], by the text of the attribute that identifies an item: the sort key, or the
    /// partition key of a [`SimpleKey`].
    pub async fn get_all_by_id<T: FromItem>(
        &self,
        keys: impl IntoIterator<Item = Key>,
        attributes: &[&str],
    ) -> Result<HashMap<String, T>> {
        let items = self.get_identified(keys, attributes).await?;
        Ok(items.into_iter().filter_map(|(id, item)| Some((id?, item))).collect())
    }

    async fn get_identified<T: FromItem>(
        &self,
        keys: impl IntoIterator<Item = Key>,
        attributes: &[&str],
    ) -> Result<Vec<(Option<String>, T)>> {
        let keys = keys.into_iter().map(Item::from).collect();
        get_all(&self.client, self.origin(self.id_attribute()), keys, attributes).await
    }

    /// A query of a partition of this table or of one of its indexes.
    pub fn query(&self, partition: Partition) -> Query<'_> {
        Query::new(self, partition)
    }

    /// Stores an item and replaces the item with the same key.
    pub fn put(&self, item: impl Into<SerializedItem>) -> Write<'_, PutItem> {
        Write::new(self, PutItem(item.into()))
    }

    /// Stores an item if the stored one still has the expected version (`None`: no item exists). The item contains its
    /// new `version`.
    pub fn put_if_version(&self, item: impl Into<SerializedItem>, expected: Option<u64>) -> Write<'_, PutItem> {
        self.put(item).when(attribute(item::VERSION).equals_or_not_exists(expected))
    }

    /// Changes attributes of an item. Creates it if it does not exist and no condition prevents it.
    pub fn update(&self, key: Key, changes: Changes) -> Write<'_, UpdateItem> {
        Write::new(self, UpdateItem { key, changes })
    }

    /// Deletes an item.
    pub fn delete(&self, key: Key) -> Write<'_, DeleteItem> {
        Write::new(self, DeleteItem(key))
    }

    /// Requires a condition of an item for a transaction, without writing the item.
    pub fn check(&self, key: Key) -> Write<'_, CheckItem> {
        Write::new(self, CheckItem(key))
    }

    /// Stores many items without conditions, in concurrent batches. The keys must differ.
    ///
    /// # Errors
    /// A retryable error if items are unprocessed after the last retry, or the error of the service. The call can be
    /// repeated.
    pub async fn put_all(&self, items: Vec<Item>) -> Result<()> {
        put_all(&self.client, &self.name, items).await
    }
}

/// The shard of `name`, from 0 to `shards` - 1. It uses FNV-1a, which never changes, because stored keys depend on it.
pub fn shard(name: &str, shards: u32) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) % shards
}

/// Declares a store: a struct with the field `table`, the environment variable of the table's name, and the table's key.
/// [`crate::table`] has an example.
#[macro_export]
macro_rules! store {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident { variable: $variable:expr, key: $key:expr $(,)? }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug)]
        $visibility struct $name {
            table: $crate::table::Table,
        }

        impl $crate::FromEnvironment for $name {
            fn from_environment(environment: &$crate::Environment) -> $crate::Result<Self> {
                Ok(Self { table: $crate::table::Table::from_environment(environment, $variable, $key)? })
            }
        }

        impl $name {
            /// The client, for transactions that span tables.
            $visibility fn client(&self) -> &$crate::table::Client {
                self.table.client()
            }

            /// A store whose requests can be built but not sent, for unit tests. The table has the name of the store.
            #[allow(dead_code, reason = "only tests of requests use it")]
            $visibility fn unconnected() -> Self {
                Self { table: $crate::table::Table::unconnected(stringify!($name), $key) }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::{testing::readable, *};
    use crate::FromEnvironment;
    use rstest::rstest;

    const KEY: SimpleKey = SimpleKey::new("id");

    crate::store! {
        /// A store of the tests.
        struct Store { variable: "STORE_TABLE", key: KEY }
    }

    #[test]
    fn a_store_opens_the_table_of_its_variable() {
        let sdk = || aws_config::SdkConfig::builder().behavior_version(aws_config::BehaviorVersion::latest()).build();
        let environment = Environment::new(sdk(), [("STORE_TABLE".to_owned(), "larder-store".to_owned())].into());
        let store = Store::from_environment(&environment).unwrap();
        assert_eq!(store.table.name(), "larder-store");
        assert!(store.client().config().region().is_none());
        let error = Store::from_environment(&Environment::new(sdk(), [].into())).unwrap_err();
        assert_eq!(error.cause().as_deref(), Some("the variable STORE_TABLE is not set"));
        assert_eq!(Store::unconnected().table.name(), "Store");
    }

    #[test]
    fn a_read_is_consistent_and_returns_only_the_projected_attributes() {
        let store = Store::unconnected();
        let request = |attributes| store.table.get_request(KEY.of("A"), attributes).as_input().clone().build().unwrap();
        let read = request(&["actions", "disabled"]);
        assert_eq!((read.table_name.as_deref(), read.consistent_read), (Some("Store"), Some(true)));
        assert_eq!(read.key, Some(KEY.of("A").into()));
        let projection = read.projection_expression.unwrap();
        assert_eq!(readable(&projection, read.expression_attribute_names.as_ref(), None), "actions, disabled");
        assert_eq!(request(&[]).projection_expression, None);
    }

    #[rstest]
    #[case("", 8, 5)]
    #[case("CHI_0001", 8, 1)]
    #[case("FRIDGE_1", 4, 0)]
    fn the_shard_of_a_name_never_changes(#[case] name: &str, #[case] shards: u32, #[case] expected: u32) {
        assert_eq!(shard(name, shards), expected);
    }
}
