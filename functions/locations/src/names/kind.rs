//! The kinds of names, and the values of the attributes that reference them.

use serde::{Deserialize, Serialize};
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
    pub(super) const ALL: [Self; 3] = [Self::Planogram, Self::PriceMapTemplate, Self::FridgeSchema];

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
