//! The names that searches offer: planograms, price map templates, fridge schema templates. The only module that
//! knows their table.

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

/// What a name is a name of.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE")]
pub enum Kind {
    /// A planogram, which a location names as its layout.
    Planogram,
    /// A price map template.
    PriceMapTemplate,
    /// A fridge schema template.
    FridgeSchema,
}

impl Kind {
    /// All of them.
    const ALL: [Self; 3] = [Self::Planogram, Self::PriceMapTemplate, Self::FridgeSchema];

    /// The attribute of a location that names one.
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Planogram => Attribute::LayoutName,
            Self::PriceMapTemplate => Attribute::PriceMapTemplate,
            Self::FridgeSchema => Attribute::FridgeSchema,
        }
    }

    /// The one that is always offered. Spec of locations, section 3.1.
    pub fn standard(self) -> &'static str {
        match self {
            Self::Planogram => "dummy",
            Self::PriceMapTemplate => "PMT_STANDARD",
            Self::FridgeSchema => "MW_STANDARD",
        }
    }

    /// How a location stores the name: a fridge schema with '/latest' behind it.
    pub fn value(self, name: &str) -> String {
        if self == Self::FridgeSchema { format!("{name}/latest") } else { name.into() }
    }
}

/// One name.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Name {
    /// What it is a name of.
    pub kind: Kind,
    /// The name.
    pub name: String,
}

impl Name {
    /// The name that a location stores as `value`.
    pub fn stored(kind: Kind, value: &str) -> Self {
        let name = if kind == Kind::FridgeSchema { value.strip_suffix("/latest").unwrap_or(value) } else { value };
        Self { kind, name: name.into() }
    }
}

/// The names among the attributes that somebody sent: whether they are offered decides whether what was sent is valid.
pub fn named<'a>(sent: impl Fn(Attribute) -> Option<&'a Value>) -> Vec<Name> {
    let name = |kind: Kind| Some(Name::stored(kind, sent(kind.attribute())?.as_str()?.trim()));
    // A name that is longer than any is not offered: as a part of a key DynamoDB would reject it.
    Kind::ALL.into_iter().filter_map(name).filter(|name| too_long(&name.name, NAME).is_none()).collect()
}

/// The table of names.
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
    /// All names of `kind`, in alphabetical order, one that was stored a moment ago included: some dozens.
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

    /// Those of `names` that exist.
    pub async fn existing(&self, names: Vec<Name>) -> Result<crate::rules::Offered> {
        let keys: std::collections::BTreeSet<Name> = names.into_iter().filter(|name| !name.name.is_empty()).collect();
        let keys = keys.iter().map(dynamo::to_item).collect::<Result<_>>()?;
        let items = dynamo::get_all(&self.client, &self.table, keys, &[]).await?;
        items.into_iter().map(|item| dynamo::from_item(&self.table, "name", item)).collect()
    }

    /// The client, for transactions that span tables.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The action that removes a name; refused where it does not exist.
    pub fn delete(&self, name: &Name) -> Result<TransactWriteItem> {
        let delete = Delete::builder()
            .table_name(&self.table)
            .set_key(Some(dynamo::to_item(name)?))
            .condition_expression("attribute_exists(kind)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().delete(delete).build())
    }

    /// The action that stores a name which is new; refused where it is there.
    pub fn put_new(&self, name: &Name) -> Result<TransactWriteItem> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(dynamo::to_item(name)?))
            .condition_expression("attribute_not_exists(kind)")
            .build()
            .map_err(Error::internal)?;
        Ok(TransactWriteItem::builder().put(put).build())
    }

    /// Stores names, whether or not they are there.
    pub async fn put_all(&self, names: &[Name]) -> Result<()> {
        let items = names.iter().map(dynamo::to_item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }
}
