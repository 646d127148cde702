//! Keys of tables and indexes. A store declares them as constants, so that a query of a partition and the key of an item
//! cannot mix the attributes of two indexes.

use super::value::{IntoValue, Item};
use aws_sdk_dynamodb::types::AttributeValue;

/// The key of a table without a sort key: each item has its own partition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SimpleKey(&'static str);

impl SimpleKey {
    /// The key with this attribute.
    pub const fn new(attribute: &'static str) -> Self {
        Self(attribute)
    }

    /// The key of one item.
    pub fn of(self, value: impl IntoValue) -> Key {
        Key(Item::from([(self.0.into(), value.into_value())]))
    }
}

/// The key of a table with a partition key and a sort key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct CompositeKey {
    partition: &'static str,
    sort: &'static str,
}

impl CompositeKey {
    /// The key with these attributes.
    pub const fn new(partition: &'static str, sort: &'static str) -> Self {
        Self { partition, sort }
    }

    /// The key of one item.
    pub fn of(self, partition: impl IntoValue, sort: impl IntoValue) -> Key {
        Key(Item::from([(self.partition.into(), partition.into_value()), (self.sort.into(), sort.into_value())]))
    }

    /// The partition with this value.
    pub fn partition(self, value: impl IntoValue) -> Partition {
        Partition { index: None, keys: self, value: value.into_value() }
    }
}

/// A secondary index with a partition key and a sort key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Index {
    name: &'static str,
    keys: CompositeKey,
}

impl Index {
    /// The index with this name and these key attributes.
    pub const fn new(name: &'static str, partition: &'static str, sort: &'static str) -> Self {
        Self { name, keys: CompositeKey::new(partition, sort) }
    }

    /// The attributes that put an item into the index.
    pub fn of(self, partition: impl IntoValue, sort: impl IntoValue) -> Key {
        self.keys.of(partition, sort)
    }

    /// The partition with this value.
    pub fn partition(self, value: impl IntoValue) -> Partition {
        Partition { index: Some(self.name), ..self.keys.partition(value) }
    }
}

/// The key attributes of one item, with their values.
#[derive(Clone, Debug, PartialEq)]
pub struct Key(Item);

impl Key {
    /// The attributes of both keys, such as the position of an item in an index: its index key and its table key.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

impl From<Key> for Item {
    fn from(key: Key) -> Self {
        key.0
    }
}

/// A partition of a table or an index.
#[derive(Clone, Debug, PartialEq)]
pub struct Partition {
    pub(super) index: Option<&'static str>,
    pub(super) keys: CompositeKey,
    pub(super) value: AttributeValue,
}

impl Partition {
    pub(super) fn partition_name(&self) -> &'static str {
        self.keys.partition
    }

    pub(super) fn sort_name(&self) -> &'static str {
        self.keys.sort
    }
}

/// The names of the key attributes of a table.
#[derive(Clone, Copy, Debug)]
pub struct KeyAttributes {
    partition: &'static str,
    sort: Option<&'static str>,
}

impl KeyAttributes {
    /// The attribute that identifies an item in error messages: the sort key, or the partition key of a [`SimpleKey`].
    pub(super) fn id(self) -> &'static str {
        self.sort.unwrap_or(self.partition)
    }

    /// The identity of an item of `table`, from the JSON of its attributes.
    pub(super) fn identity<'a>(self, table: &str, json: impl Fn(&str) -> Option<&'a [u8]>) -> ItemIdentity {
        let value = |name| json(name).unwrap_or_default();
        ItemIdentity([table.as_bytes(), value(self.partition), self.sort.map_or(b"", value)].concat())
    }
}

impl From<SimpleKey> for KeyAttributes {
    fn from(key: SimpleKey) -> Self {
        Self { partition: key.0, sort: None }
    }
}

impl From<CompositeKey> for KeyAttributes {
    fn from(key: CompositeKey) -> Self {
        Self { partition: key.partition, sort: Some(key.sort) }
    }
}

/// The table and the key of an item. A transaction cannot write the same item twice.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct ItemIdentity(Vec<u8>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{SerializedItem, text};

    const BY_LOCATION: Index = Index::new("byLocation", "id", "actionTime");

    #[test]
    fn a_key_has_the_attributes_of_its_table() {
        let key = CompositeKey::new("dayShard", "route").of("2026-11-23#1", "amber");
        let expected = Item::from([("dayShard".into(), text("2026-11-23#1")), ("route".into(), text("amber"))]);
        assert_eq!(Item::from(key), expected);
        assert_eq!(Item::from(SimpleKey::new("id").of("A")), Item::from([("id".into(), text("A"))]));
    }

    #[test]
    fn a_position_in_an_index_has_the_keys_of_index_and_table() {
        let position = Item::from(BY_LOCATION.of("CHI_0001", "2026").and(SimpleKey::new("uuid").of("1")));
        let mut names: Vec<_> = position.into_keys().collect();
        names.sort();
        assert_eq!(names, ["actionTime", "id", "uuid"]);
    }

    #[test]
    fn items_are_identical_if_table_and_key_are_equal() {
        let key = CompositeKey::new("kind", "name");
        let identity = |table: &str, kind: &str, name: &str, version: u32| {
            let mut item = Item::from(key.of(kind, name));
            item.insert("version".into(), crate::table::number(version));
            let item = SerializedItem::from(item);
            KeyAttributes::from(key).identity(table, |name| item.get(name))
        };
        assert_eq!(identity("Names", "A", "B", 1), identity("Names", "A", "B", 2));
        for other in
            [identity("Other", "A", "B", 1), identity("Names", "B", "B", 1), identity("Names", "A", "A\" \"B", 1)]
        {
            assert_ne!(identity("Names", "A", "B", 1), other);
        }
        let simple = |id: &str| {
            let item = SerializedItem::from(SimpleKey::new("id").of(id));
            KeyAttributes::from(SimpleKey::new("id")).identity("T", |name| item.get(name))
        };
        assert_eq!(simple("A"), simple("A"));
        assert_ne!(simple("A"), simple("B"));
    }

    #[test]
    fn a_partition_of_an_index_names_the_index() {
        assert_eq!(BY_LOCATION.partition("CHI_0001").index, Some("byLocation"));
        assert_eq!(CompositeKey::new("id", "at").partition("CHI_0001").index, None);
    }
}
