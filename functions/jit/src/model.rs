//! What is stored of a stocking's JIT, named as `infra/schema.graphql` names it.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared::Instant;
use std::{fmt, str::FromStr};

/// Names one stocking: its day, its location, and which one of the location's day it is.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct StockingId {
    /// The business day on which it is dropped off.
    pub drop_off_date: NaiveDate,
    /// The location.
    pub location: LocationId,
    /// Which stocking of the location's day it is.
    pub stocking_index: u32,
}

/// What is no stocking's name.
#[derive(Debug)]
pub struct NoStockingId;

impl fmt::Display for NoStockingId {
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
    type Err = NoStockingId;

    fn from_str(text: &str) -> Result<Self, NoStockingId> {
        let parts = || {
            let (date, rest) = text.split_once('#')?;
            let (location, index) = rest.rsplit_once('#')?;
            Some((date.parse().ok()?, location.parse().ok()?, index.parse().ok()?))
        };
        let (drop_off_date, location, stocking_index) = parts().ok_or(NoStockingId)?;
        let id = Self { drop_off_date, location, stocking_index };
        // One spelling for each: what is compared by its text is the same only then.
        if id.to_string() == text { Ok(id) } else { Err(NoStockingId) }
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

/// A stocking for which food is allocated just in time, or was.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JitLocation {
    /// Its name, and with it day, location and stocking.
    pub stocking_id: StockingId,
    /// Whether JIT is on; `None` where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jit: Option<bool>,
    /// Why it was switched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// E-mail of who decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<Instant>,
    /// The order that JIT made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_id: Option<String>,
    /// What JIT allocated to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<AllocatedItem>,
}

/// Some of one item.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct AllocatedItem {
    /// The item.
    pub item: String,
    /// How many.
    pub quantity: u32,
}

/// A stocking's JIT as the schema has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToldJitLocation {
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

impl ToldJitLocation {
    /// Its name.
    pub fn stocking_id(&self) -> &StockingId {
        &self.stocking_id
    }
}

impl JitLocation {
    /// With when it was stocked.
    pub fn told(self, stocked_time_utc: Option<Instant>) -> ToldJitLocation {
        let Self { stocking_id, jit, reason, email, decided_at, .. } = self;
        let StockingId { drop_off_date, location, stocking_index } = stocking_id.clone();
        ToldJitLocation {
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
    fn a_stocking_is_named_by_day_location_and_index_in_one_spelling() {
        let id: StockingId = "2026-11-23#CHI_0001#2".parse().unwrap();
        assert_eq!((id.location.as_str(), id.stocking_index), ("CHI_0001", 2));
        assert_eq!(id.to_string(), "2026-11-23#CHI_0001#2");
        for text in
            ["", "walk", "2026-11-23#CHI_0001", "2026-11-23##1", "2026-1-3#A#1", "2026-11-23#A#01", "2026-11-23#A#-1"]
        {
            assert!(text.parse::<StockingId>().is_err(), "{text}");
        }
    }
}
