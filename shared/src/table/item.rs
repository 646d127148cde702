//! The conversion of types to and from items.

use super::{
    Key,
    json::{Capture, JsonItem},
    value::{IntoValue, Item, string, time_to_live},
};
use crate::{Error, Instant, Result};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{
    Deserializer, Serialize,
    de::{self, DeserializeOwned, DeserializeSeed},
};
use std::{fmt::Display, marker::PhantomData};

/// The attribute with the time at which DynamoDB deletes an item.
pub const EXPIRES_AT: &str = "expiresAt";

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
    version.ok_or_else(|| malformed(table, &string(item, key), NO_VERSION))
}

/// The attribute that counts the writes of an item.
pub(super) const VERSION: &str = "version";
const NO_VERSION: &str = "it has no version";

pub(super) fn malformed(table: &str, id: &str, why: impl Display) -> Error {
    Error::internal(format!("table {table}, item {id:?}: {why}"))
}

/// Adds the attributes that are not part of a serialized type: keys, versions and expiry.
pub trait ItemExt: Sized {
    /// Serializes `value`. `None` values are omitted.
    ///
    /// # Errors
    /// An internal error if the value is not a struct or a map.
    fn of(value: &impl Serialize) -> Result<Self>;

    /// Adds or replaces an attribute.
    #[must_use]
    fn with(self, name: &str, value: impl IntoValue) -> Self;

    /// Adds the attributes of a key.
    #[must_use]
    fn with_key(self, key: Key) -> Self;

    /// Adds the time at which DynamoDB deletes the item, as [`EXPIRES_AT`].
    #[must_use]
    fn with_expiry(self, at: Instant) -> Self {
        self.with(EXPIRES_AT, time_to_live(at))
    }
}

impl ItemExt for Item {
    fn of(value: &impl Serialize) -> Result<Self> {
        to_item(value)
    }

    fn with(mut self, name: &str, value: impl IntoValue) -> Self {
        self.insert(name.to_owned(), value.into_value());
        self
    }

    fn with_key(mut self, key: Key) -> Self {
        self.extend(Self::from(key));
        self
    }
}

/// A type that is read from an item. All deserializable types are.
pub trait FromItem: Sized + Send + 'static {
    /// Reads an item of `table`. `key` is the attribute that identifies the item.
    ///
    /// # Errors
    /// As [`from_item`].
    fn from_item(table: &str, key: &str, item: Item) -> Result<Self>;

    /// Reads an item of a response.
    ///
    /// # Errors
    /// The item is malformed.
    fn from_json<'de, D: Deserializer<'de>>(item: JsonItem<'_, D>) -> std::result::Result<Self, D::Error>;
}

impl<T: DeserializeOwned + Send + 'static> FromItem for T {
    fn from_item(table: &str, key: &str, item: Item) -> Result<Self> {
        from_item(table, key, item)
    }

    fn from_json<'de, D: Deserializer<'de>>(item: JsonItem<'_, D>) -> std::result::Result<Self, D::Error> {
        T::deserialize(item)
    }
}

/// An item as it is stored, for types that the store reads itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw(pub Item);

impl FromItem for Raw {
    fn from_item(_: &str, _: &str, item: Item) -> Result<Self> {
        Ok(Self(item))
    }

    fn from_json<'de, D: Deserializer<'de>>(item: JsonItem<'_, D>) -> std::result::Result<Self, D::Error> {
        item.attributes().map(Self)
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

impl<T: DeserializeOwned + Send + 'static> FromItem for Versioned<T> {
    fn from_item(table: &str, key: &str, item: Item) -> Result<Self> {
        let version = version(table, key, &item)?;
        Ok(Self { value: from_item(table, key, item)?, version })
    }

    fn from_json<'de, D: Deserializer<'de>>(item: JsonItem<'_, D>) -> std::result::Result<Self, D::Error> {
        let capture = Capture::new(VERSION);
        let value = T::deserialize(item.capturing(&capture))?;
        let version = capture.into_text().and_then(|version| version.parse().ok());
        Ok(Self { value, version: version.ok_or_else(|| de::Error::custom(NO_VERSION))? })
    }
}

/// Deserializes an item and the attribute that `captured` names.
pub(super) struct Row<'a, T> {
    captured: &'a str,
    row: PhantomData<T>,
}

impl<'a, T> Row<'a, T> {
    pub(super) fn capturing(name: &'a str) -> Self {
        Self { captured: name, row: PhantomData }
    }
}

impl<T> Clone for Row<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Row<'_, T> {}

impl<'de, T: FromItem> DeserializeSeed<'de> for Row<'_, T> {
    type Value = (Option<String>, T);

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> std::result::Result<Self::Value, D::Error> {
        let capture = Capture::new(self.captured);
        let row = T::from_json(JsonItem::new(json).capturing(&capture))?;
        Ok((capture.into_text(), row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{SimpleKey, number, text};

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
