//! Items, and the conversion of values and types to and from them.

use super::Key;
use crate::{Error, Instant, Result};
use aws_sdk_dynamodb::types::AttributeValue;
use chrono::NaiveDate;
use serde::{Serialize, de::DeserializeOwned};
use std::{collections::HashMap, fmt::Display};
use uuid::Uuid;

/// The attribute with the time at which DynamoDB deletes an item.
pub const EXPIRES_AT: &str = "expiresAt";

/// An item, by attribute name.
pub type Item = HashMap<String, AttributeValue>;

/// A string attribute.
pub fn text(value: impl Into<String>) -> AttributeValue {
    AttributeValue::S(value.into())
}

/// A number attribute.
pub fn number(value: impl Display) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

/// A set of strings. DynamoDB rejects an empty set.
pub fn string_set(values: impl IntoIterator<Item = impl Into<String>>) -> AttributeValue {
    AttributeValue::Ss(values.into_iter().map(Into::into).collect())
}

/// The value of a time to live: seconds since the Unix epoch.
pub fn time_to_live(at: Instant) -> AttributeValue {
    number(at.utc().timestamp())
}

/// A value that is stored as one attribute: text, times, dates and UUIDs as a string, numbers as a number.
pub trait IntoValue {
    /// The stored value.
    fn into_value(self) -> AttributeValue;
}

impl IntoValue for AttributeValue {
    fn into_value(self) -> AttributeValue {
        self
    }
}

macro_rules! stored_as {
    ($convert:expr, $($type:ty),+) => {
        $(impl IntoValue for $type {
            fn into_value(self) -> AttributeValue {
                $convert(self)
            }
        })+
    };
}

stored_as!(text, &str, &String, String);
stored_as!(|value: Self| text(value.to_string()), Instant, NaiveDate, Uuid);
stored_as!(number, u8, u16, u32, u64, usize, i32, i64);
stored_as!(AttributeValue::Bool, bool);

/// Serializes `value` to an item. `None` values are omitted.
pub fn to_item(value: &impl Serialize) -> Result<Item> {
    let mut item: Item = serde_dynamo::to_item(value).map_err(Error::internal)?;
    item.retain(|_, value| !value.is_null());
    Ok(item)
}

/// Serializes `value` to one attribute, such as a nested object.
pub fn to_value(value: &impl Serialize) -> Result<AttributeValue> {
    serde_dynamo::to_attribute_value(value).map_err(Error::internal)
}

/// Deserializes an item of `table`. `key` is the attribute that identifies the item.
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
    let version = item.get(VERSION).and_then(|version| version.as_n().ok()?.parse().ok());
    version.ok_or_else(|| malformed(table, &string(item, key), "it has no version"))
}

/// The attribute that counts the writes of an item.
pub(super) const VERSION: &str = "version";

/// The value of a string attribute; empty if it is absent.
pub fn string(item: &Item, name: &str) -> String {
    item.get(name).and_then(|value| value.as_s().ok()).cloned().unwrap_or_default()
}

fn malformed(table: &str, id: &str, why: impl Display) -> Error {
    Error::internal(format!("table {table}, item {id:?}: {why}"))
}

/// Adds the attributes that are not part of a serialized type: keys, versions and expiry.
pub trait ItemExt: Sized {
    /// Adds or replaces an attribute.
    #[must_use]
    fn with(self, name: &str, value: impl IntoValue) -> Self;

    /// Adds the attributes of a key.
    #[must_use]
    fn with_key(self, key: Key) -> Self;

    /// Adds the time at which DynamoDB deletes the item, as [`EXPIRES_AT`].
    #[must_use]
    fn with_expiry(self, at: Instant) -> Self;
}

impl ItemExt for Item {
    fn with(mut self, name: &str, value: impl IntoValue) -> Self {
        self.insert(name.to_owned(), value.into_value());
        self
    }

    fn with_key(mut self, key: Key) -> Self {
        self.extend(Self::from(key));
        self
    }

    fn with_expiry(self, at: Instant) -> Self {
        self.with(EXPIRES_AT, time_to_live(at))
    }
}

/// A type that is read from an item. All deserializable types are.
pub trait FromItem: Sized {
    /// Reads an item of `table`. `key` is the attribute that identifies the item.
    ///
    /// # Errors
    /// As [`from_item`].
    fn from_item(table: &str, key: &str, item: Item) -> Result<Self>;
}

impl<T: DeserializeOwned> FromItem for T {
    fn from_item(table: &str, key: &str, item: Item) -> Result<Self> {
        from_item(table, key, item)
    }
}

/// An item as it is stored, for types that the store reads itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw(pub Item);

impl FromItem for Raw {
    fn from_item(_: &str, _: &str, item: Item) -> Result<Self> {
        Ok(Self(item))
    }
}

/// A value with the number of its writes, for types that do not contain their version.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Versioned<T> {
    /// The value.
    pub value: T,
    /// The number of writes.
    pub version: u64,
}

impl<T: DeserializeOwned> FromItem for Versioned<T> {
    fn from_item(table: &str, key: &str, item: Item) -> Result<Self> {
        let version = version(table, key, &item)?;
        Ok(Self { value: from_item(table, key, item)?, version })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::SimpleKey;

    fn item(pairs: &[(&str, &str)]) -> Item {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), text(*value))).collect()
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
        let read = Versioned::<serde_json::Value>::from_item("Locations", "id", stored).unwrap();
        assert_eq!((read.version, &read.value["id"]), (7, &"FRIDGE_1".into()));
    }

    #[test]
    fn adds_key_version_and_expiry_to_an_item() {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let stored = item(&[("name", "Chicago")]).with_key(SimpleKey::new("id").of("A")).with("version", 2_u64);
        let mut expected = item(&[("name", "Chicago"), ("id", "A")]);
        expected.insert("version".into(), number(2));
        expected.insert("expiresAt".into(), number(1_795_255_200));
        assert_eq!(stored.with_expiry(at), expected);
    }
}
