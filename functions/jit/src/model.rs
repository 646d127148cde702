//! Stored form of a stocking's JIT status. The field names match `infra/schema.graphql`.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared::Instant;
use std::{fmt, str::FromStr};

/// Identifies one stocking: `dropOffDate#location#stockingIndex`.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct StockingId {
    /// The drop-off day, a business day.
    pub drop_off_date: NaiveDate,
    /// The location.
    pub location: LocationId,
    /// The number of the location's stocking on that day.
    pub stocking_index: u32,
}

/// A text is not a valid [`StockingId`].
#[derive(Debug)]
pub struct InvalidStockingId;

impl fmt::Display for InvalidStockingId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("stockingId should be a day, a location and a stockingIndex, such as 2026-11-23#CHI_0001#1")
    }
}

impl fmt::Display for StockingId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}#{}#{}", self.drop_off_date, self.location, self.stocking_index)
    }
}

impl FromStr for StockingId {
    type Err = InvalidStockingId;

    fn from_str(text: &str) -> Result<Self, InvalidStockingId> {
        let parts = || {
            let (date, stocking) = text.split_once('#')?;
            let (location, index) = stocking.rsplit_once('#')?;
            Some((date.parse().ok()?, location.parse().ok()?, index.parse().ok()?))
        };
        let (drop_off_date, location, stocking_index) = parts().ok_or(InvalidStockingId)?;
        let id = Self { drop_off_date, location, stocking_index };
        // Only the canonical text is accepted, so that ids can be compared as text.
        if id.to_string() == text { Ok(id) } else { Err(InvalidStockingId) }
    }
}

impl Serialize for StockingId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StockingId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The JIT status of a stocking.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JitLocation {
    /// The stocking.
    pub stocking_id: StockingId,
    /// Whether JIT is on. `None` if it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jit: Option<bool>,
    /// The reason for turning JIT off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// E-mail address of the user who decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// The time of the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Instant>,
    /// The order that the JIT allocation created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// The items that JIT allocated to the stocking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<AllocatedItem>,
}

/// An allocated item.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct AllocatedItem {
    /// The item.
    pub item: String,
    /// Quantity.
    pub quantity: u32,
}

/// The JIT status in GraphQL responses.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JitLocationResponse {
    stocking_id: StockingId,
    drop_off_date: NaiveDate,
    location: LocationId,
    stocking_index: u32,
    jit: Option<bool>,
    reason: Option<String>,
    email: Option<String>,
    decided_at: Option<Instant>,
    #[serde(rename = "stockedTimeUTC")]
    stocked_time_utc: Option<Instant>,
}

impl JitLocationResponse {
    /// The stocking.
    pub fn stocking_id(&self) -> &StockingId {
        &self.stocking_id
    }
}

impl JitLocation {
    /// The status of a stocking without a decision, an order and items.
    pub fn undecided(stocking_id: StockingId, jit: Option<bool>) -> Self {
        Self { stocking_id, jit, reason: None, email: None, decided_at: None, order_id: None, items: Vec::new() }
    }

    /// Converts to a response with the time at which the stocking was done.
    pub fn into_response(self, stocked_time_utc: Option<Instant>) -> JitLocationResponse {
        let Self { stocking_id, jit, reason, email, decided_at, .. } = self;
        let StockingId { drop_off_date, location, stocking_index } = stocking_id.clone();
        JitLocationResponse {
            stocking_id,
            drop_off_date,
            location,
            stocking_index,
            jit,
            reason,
            email,
            decided_at,
            stocked_time_utc,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_the_canonical_text_of_a_stocking_id() {
        let id: StockingId = "2026-11-23#CHI_0001#2".parse().unwrap();
        assert_eq!(id.location.as_str(), "CHI_0001");
        assert_eq!(id.stocking_index, 2);
        assert_eq!(id.to_string(), "2026-11-23#CHI_0001#2");
        for text in [
            "",
            "invalid",
            "2026-11-23#CHI_0001",
            "2026-11-23##1",
            "2026-1-3#A#1",
            "2026-11-23#A#01",
            "2026-11-23#A#-1",
        ] {
            assert!(text.parse::<StockingId>().is_err(), "{text}");
        }
    }
}
