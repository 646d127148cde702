//! What is stored of a planogram, named as `infra/schema.graphql` names it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared::Instant;
use std::{collections::BTreeMap, fmt, str::FromStr};

/// The highest row and column of a slot.
pub const HIGHEST: u32 = 1000;

/// A place in a fridge, written `row:column`.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Slot {
    /// From the top.
    pub row: u32,
    /// From the left.
    pub column: u32,
}

/// Why a text is no slot.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NoSlot {
    /// Spec, section 5.
    #[error("Slot is not in format <integer>:<integer>.")]
    Format,
    /// No fridge is as large.
    #[error("Row and column of a slot are numbers from 0 to {HIGHEST}.")]
    Range,
}

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.row, self.column)
    }
}

impl FromStr for Slot {
    type Err = NoSlot;

    fn from_str(text: &str) -> Result<Self, NoSlot> {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit());
        let parts = text.split_once(':').filter(|(row, column)| digits(row) && digits(column));
        let (row, column) = parts.ok_or(NoSlot::Format)?;
        let number = |part: &str| part.parse().ok().filter(|number| *number <= HIGHEST).ok_or(NoSlot::Range);
        Ok(Self { row: number(row)?, column: number(column)? })
    }
}

impl Serialize for Slot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Slot {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What lies in a slot from some hour on.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// The item.
    pub vend_item_name: String,
    /// How the fridge is built there, as it was told when the layout was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physical_fridge_config: Option<String>,
    /// The e-mail of who scheduled it.
    pub scheduled_by: String,
    /// When they did.
    pub scheduled_at: Instant,
}

impl Placement {
    /// Whether a fridge would show the same, whoever scheduled it.
    pub fn shows(&self, other: &Self) -> bool {
        self.vend_item_name == other.vend_item_name && self.physical_fridge_config == other.physical_fridge_config
    }
}

/// All that changes in a layout at one hour; what it does not name stays as it was.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The layout.
    pub layout_name: String,
    /// From when on.
    pub active_hour: Instant,
    /// What comes into which slot.
    pub slots: BTreeMap<Slot, Placement>,
    /// Whether the layout was created with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub creation: bool,
}

/// One slot's placement with its hour, as the schema has it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The slot.
    pub slot: Slot,
    /// From when on.
    pub active_hour: Instant,
    /// What.
    #[serde(flatten)]
    pub placement: Placement,
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("0:0", Ok("0:0"))]
    #[case("01:002", Ok("1:2"))]
    #[case("1000:1000", Ok("1000:1000"))]
    #[case("1001:1", Err(NoSlot::Range))]
    #[case("1:99999999999999", Err(NoSlot::Range))]
    #[case("", Err(NoSlot::Format))]
    #[case(":", Err(NoSlot::Format))]
    #[case("1:", Err(NoSlot::Format))]
    #[case("1:2:3", Err(NoSlot::Format))]
    #[case("-1:2", Err(NoSlot::Format))]
    #[case("+1:2", Err(NoSlot::Format))]
    #[case("1 : 2", Err(NoSlot::Format))]
    #[case("A1", Err(NoSlot::Format))]
    fn spec_5_a_slot_is_integer_colon_integer(#[case] text: &str, #[case] slot: Result<&str, NoSlot>) {
        assert_eq!(text.parse::<Slot>().map(|slot| slot.to_string()), slot.map(str::to_owned));
    }
}
