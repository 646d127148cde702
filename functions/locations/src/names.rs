//! The names that staff can select for a location: planograms, price map templates and fridge schema templates. Only
//! this module reads and writes their table.

mod kind;

pub use kind::{Kind, Name};

use crate::rules::{Attribute, OfferedNames, limits::NAME};
use serde_json::Value;
use shared::{
    Result,
    bounded::too_long,
    table::{CompositeKey, Key, TransactWriteItem, attribute},
};
use std::collections::BTreeSet;

const KEY: CompositeKey = CompositeKey::new("kind", "name");

impl Kind {
    /// The location attribute that references a name of this kind.
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Planogram => Attribute::LayoutName,
            Self::PriceMapTemplate => Attribute::PriceMapTemplate,
            Self::FridgeSchema => Attribute::FridgeSchema,
        }
    }
}

/// The names in the input whose existence the rules check. `value_of` returns the input value of an attribute.
pub fn referenced_names<'a>(value_of: impl Fn(Attribute) -> Option<&'a Value>) -> Vec<Name> {
    let name = |kind: Kind| Some(Name::from_value(kind, value_of(kind.attribute())?.as_str()?.trim()));
    // No stored name exceeds the limit, and DynamoDB would reject a longer key. So longer names are not looked up.
    Kind::ALL.into_iter().filter_map(name).filter(|name| too_long(&name.name, NAME).is_none()).collect()
}

shared::store! {
    /// Reads and writes the table of names.
    pub struct NameStore { variable: "NAMES_TABLE", key: KEY }
}

impl NameStore {
    /// All names of `kind` in alphabetical order, read consistently. There are a few dozen.
    pub async fn list(&self, kind: Kind) -> Result<Vec<String>> {
        let names: Vec<Name> = self.table.query(KEY.partition(kind.to_string())).consistent().all().await?;
        Ok(names.into_iter().map(|name| name.name).collect())
    }

    /// The names in `names` that exist.
    pub async fn existing(&self, names: Vec<Name>) -> Result<OfferedNames> {
        let names: BTreeSet<Name> = names.into_iter().filter(|name| !name.name.is_empty()).collect();
        let existing: Vec<Name> = self.table.get_all(names.iter().map(key)).await?;
        Ok(existing.into_iter().collect())
    }

    /// The action that deletes a name. Its condition fails if the name does not exist.
    pub fn delete(&self, name: &Name) -> Result<TransactWriteItem> {
        self.table.delete(key(name)).when(attribute("kind").exists()).action()
    }

    /// The action that stores a new name. Its condition fails if the name exists.
    pub fn put_new(&self, name: &Name) -> Result<TransactWriteItem> {
        self.table.put(key(name)).when(attribute("kind").not_exists()).action()
    }

    /// Stores names without conditions.
    pub async fn put_all(&self, names: &[Name]) -> Result<()> {
        self.table.put_all(names.iter().map(|name| key(name).into()).collect()).await
    }
}

/// The key of a name, which is the entire item.
fn key(name: &Name) -> Key {
    KEY.of(name.kind.to_string(), &name.name)
}
