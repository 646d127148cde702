//! The names that staff can select for a location: planograms, price map templates and fridge schema templates. Only
//! this module reads and writes their table.

use crate::rules::{Attribute, limits::NAME};
use aws_sdk_dynamodb::{
    Client,
    types::{Delete, Put, TransactWriteItem},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Environment, Error, FromEnvironment, Result,
    bounded::too_long,
    dynamo::{self, text},
};
use strum::{Display, EnumString};

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

/// Reads and writes the table of names.
#[derive(Clone, Debug)]
pub struct NameStore {
    client: Client,
    table: String,
}

impl FromEnvironment for NameStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("NAMES_TABLE")? })
    }
}

impl NameStore {
    /// All names of `kind` in alphabetical order, read consistently. There are a few dozen.
    pub async fn list(&self, kind: Kind) -> Result<Vec<String>> {
        let mut pages = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("kind = :kind")
            .expression_attribute_values(":kind", text(kind.to_string()))
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let mut names = Vec::new();
        while let Some(item) = pages.next().await {
            let name: Name = dynamo::from_item(&self.table, "name", item.map_err(dynamo::failure)?)?;
            names.push(name.name);
        }
        Ok(names)
    }

    /// The names in `names` that exist.
    pub async fn existing(&self, names: Vec<Name>) -> Result<crate::rules::OfferedNames> {
        let keys: std::collections::BTreeSet<Name> = names.into_iter().filter(|name| !name.name.is_empty()).collect();
        let keys = keys.iter().map(dynamo::to_item).collect::<Result<_>>()?;
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| dynamo::from_item(&self.table, "name", item)).collect()
    }

    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The action that deletes a name. Its condition fails if the name does not exist.
    pub fn delete(&self, name: &Name) -> Result<TransactWriteItem> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(dynamo::to_item(name)?))
            .condition_expression("attribute_exists(kind)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// The action that stores a new name. Its condition fails if the name exists.
    pub fn put_new(&self, name: &Name) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(dynamo::to_item(name)?))
            .condition_expression("attribute_not_exists(kind)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// Stores names without conditions.
    pub async fn put_all(&self, names: &[Name]) -> Result<()> {
        let items = names.iter().map(dynamo::to_item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}
