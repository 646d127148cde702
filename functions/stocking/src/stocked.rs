//! The times at which stockings were done, by location and stocking index.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Deserializer, de::Error as _};
use shared::Instant;
use std::{collections::BTreeMap, fmt, str::FromStr};

/// The stockings to which a report of a driver applies.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Stockings {
    /// The location.
    pub location: LocationId,
    /// The number of the stocking on the day. `None`: all stockings of the location.
    pub stocking_index: Option<u32>,
}

/// A time at which stockings were reported as done.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StockedTime {
    /// The stocking day.
    pub date: NaiveDate,
    /// The stockings.
    pub stockings: Stockings,
    /// The time.
    pub at: Instant,
}

/// The earliest times at which stockings of a day were reported as done.
#[derive(Debug, Default)]
pub struct StockedTimes(BTreeMap<Stockings, Instant>);

impl StockedTimes {
    /// The time at which a stocking was done. A report without stocking index applies to all stockings of the location.
    pub fn at(&self, location: &LocationId, stocking_index: u32) -> Option<Instant> {
        let time_of = |stocking_index| self.0.get(&Stockings { location: location.clone(), stocking_index }).copied();
        time_of(Some(stocking_index)).or_else(|| time_of(None))
    }
}

impl FromIterator<(Stockings, Instant)> for StockedTimes {
    fn from_iter<T: IntoIterator<Item = (Stockings, Instant)>>(times: T) -> Self {
        Self(times.into_iter().collect())
    }
}

/// The text is `location#stockingIndex`, or `location#` for all stockings of the location.
impl fmt::Display for Stockings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}#", self.location)?;
        self.stocking_index.map_or(Ok(()), |index| index.fmt(formatter))
    }
}

/// A text is not one of [`Stockings`].
#[derive(Debug)]
pub struct InvalidStockings;

impl fmt::Display for InvalidStockings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("stockings should be a location and a stocking index, such as CHI_0001#1 or CHI_0001#")
    }
}

impl FromStr for Stockings {
    type Err = InvalidStockings;

    fn from_str(text: &str) -> Result<Self, InvalidStockings> {
        let (location, index) = text.rsplit_once('#').ok_or(InvalidStockings)?;
        let index = (!index.is_empty()).then(|| index.parse()).transpose();
        let location = location.parse().map_err(|_| InvalidStockings)?;
        Ok(Self { location, stocking_index: index.map_err(|_| InvalidStockings)? })
    }
}

impl<'de> Deserialize<'de> for Stockings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stockings(location: &str, stocking_index: Option<u32>) -> Stockings {
        Stockings { location: location.parse().unwrap(), stocking_index }
    }

    #[test]
    fn a_report_applies_to_its_stocking_or_to_all_stockings_of_its_location() {
        let at = |text: &str| text.parse::<Instant>().unwrap();
        let times: StockedTimes = [
            (stockings("A", Some(2)), at("2026-11-23T14:00:00Z")),
            (stockings("B", None), at("2026-11-23T16:00:00Z")),
            (stockings("B", Some(1)), at("2026-11-23T17:00:00Z")),
        ]
        .into_iter()
        .collect();
        for (location, index, expected) in [
            ("A", 1, None),
            ("A", 2, Some("2026-11-23T14:00:00.000Z")),
            ("B", 1, Some("2026-11-23T17:00:00.000Z")),
            ("B", 7, Some("2026-11-23T16:00:00.000Z")),
            ("C", 1, None),
        ] {
            let found = times.at(&location.parse().unwrap(), index).map(|at| at.to_string());
            assert_eq!(found.as_deref(), expected, "{location} {index}");
        }
    }

    #[test]
    fn the_text_of_stockings_is_the_location_and_the_index() {
        for (value, text) in
            [(stockings("CHI_0001", Some(2)), "CHI_0001#2"), (stockings("CHI_0001", None), "CHI_0001#")]
        {
            assert_eq!(value.to_string(), text);
            assert_eq!(text.parse::<Stockings>().unwrap(), value);
        }
        for text in ["", "CHI_0001", "#1", "CHI_0001#x", "CHI_0001#-1"] {
            assert!(text.parse::<Stockings>().is_err(), "{text}");
        }
    }
}
