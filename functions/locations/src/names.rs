//! The names that staff can select for a location: planograms, price map templates and fridge schema templates. Only
//! this module reads and writes their table.

use crate::rules::{Attribute, limits::NAME};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Result,
    bounded::too_long,
    table::{CompositeKey, Key, TransactWriteItem, attribute},
};
use std::collections::BTreeSet;
use strum::{Display, EnumString};

const KEY: CompositeKey = CompositeKey::new("kind", "name");

/// The kind of object that a name refers to.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A planogram. A location references it as its layout.
    Planogram,
    /// A price map template.
    PriceMapTemplate,
    /// A fridge schema template.
    FridgeSchema,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Planogram, Self::PriceMapTemplate, Self::FridgeSchema];

    /// The location attribute that references a name of this kind.
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Planogram => Attribute::LayoutName,
            Self::PriceMapTemplate => Attribute::PriceMapTemplate,
            Self::FridgeSchema => Attribute::FridgeSchema,
        }
    }

    /// The name that is always offered. Requirement: LOC-23 in `docs/requirements/locations.md`.
    pub fn standard(self) -> &'static str {
        match self {
            Self::Planogram => "dummy",
            Self::PriceMapTemplate => "PMT_STANDARD",
            Self::FridgeSchema => "MW_STANDARD",
        }
    }

    /// The attribute value for a name. Fridge schemas get the suffix '/latest' (LOC-28).
    pub fn value(self, name: &str) -> String {
        if self == Self::FridgeSchema { format!("{name}/latest") } else { name.into() }
    }
}

/// A name and its kind.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Name {
    /// The kind.
    pub kind: Kind,
    /// The name.
    pub name: String,
}

impl Name {
    /// The name that the attribute value `value` of a location refers to.
    pub fn from_value(kind: Kind, value: &str) -> Self {
        let name = if kind == Kind::FridgeSchema { value.strip_suffix("/latest").unwrap_or(value) } else { value };
        Self { kind, name: name.into() }
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
    pub async fn existing(&self, names: Vec<Name>) -> Result<crate::rules::OfferedNames> {
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
        self.table.put(key(name).into()).when(attribute("kind").not_exists()).action()
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
