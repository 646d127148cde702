//! Stored form of planograms. The field names match `infra/schema.graphql`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared::Instant;
use std::{collections::BTreeMap, fmt, str::FromStr};

/// Maximum row and column of a slot.
pub const MAX_COORDINATE: u32 = 1000;

/// A position in a fridge, written `row:column`.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Slot {
    /// Row, from the top.
    pub row: u32,
    /// Column, from the left.
    pub column: u32,
}

/// The reason why a text is not a [`Slot`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum InvalidSlot {
    /// The text is not `row:column` (PLN-2).
    #[error("Slot is not in format <integer>:<integer>.")]
    Format,
    /// The row or the column is too large for any fridge.
    #[error("The row and column of a slot must be from 0 to {MAX_COORDINATE}.")]
    Range,
}

impl fmt::Display for Slot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.row, self.column)
    }
}

impl FromStr for Slot {
    type Err = InvalidSlot;

    fn from_str(text: &str) -> Result<Self, InvalidSlot> {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|letter| letter.is_ascii_digit());
        let parts = text.split_once(':').filter(|(row, column)| digits(row) && digits(column));
        let (row, column) = parts.ok_or(InvalidSlot::Format)?;
        let number =
            |part: &str| part.parse().ok().filter(|number| *number <= MAX_COORDINATE).ok_or(InvalidSlot::Range);
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

/// The item in a slot from an hour on.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placement {
    /// The item.
    pub vend_item_name: String,
    /// The physical configuration of the fridge at the slot, given when the layout was created.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physical_fridge_config: Option<String>,
    /// E-mail address of the user who scheduled it.
    pub scheduled_by: String,
    /// The time of scheduling.
    pub scheduled_at: Instant,
}

impl Placement {
    /// Whether item and configuration are the same. User and time are ignored.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        self.vend_item_name == other.vend_item_name && self.physical_fridge_config == other.physical_fridge_config
    }
}

/// All changes of a layout at one hour. Slots that it does not contain stay unchanged.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// The layout.
    pub layout_name: String,
    /// The hour from which it is active.
    pub active_hour: Instant,
    /// The new placements, by slot.
    pub slots: BTreeMap<Slot, Placement>,
    /// Whether this change created the layout.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub creation: bool,
}

/// The placement of a slot with its hour, in GraphQL responses.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The slot.
    pub slot: Slot,
    /// The hour from which it is active.
    pub active_hour: Instant,
    /// The placement.
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
    #[case("1001:1", Err(InvalidSlot::Range))]
    #[case("1:99999999999999", Err(InvalidSlot::Range))]
    #[case("", Err(InvalidSlot::Format))]
    #[case(":", Err(InvalidSlot::Format))]
    #[case("1:", Err(InvalidSlot::Format))]
    #[case("1:2:3", Err(InvalidSlot::Format))]
    #[case("-1:2", Err(InvalidSlot::Format))]
    #[case("+1:2", Err(InvalidSlot::Format))]
    #[case("1 : 2", Err(InvalidSlot::Format))]
    #[case("A1", Err(InvalidSlot::Format))]
    fn parses_only_slots_in_the_format_integer_colon_integer(
        #[case] text: &str,
        #[case] slot: Result<&str, InvalidSlot>,
    ) {
        assert_eq!(text.parse::<Slot>().map(|slot| slot.to_string()), slot.map(str::to_owned));
    }
}
