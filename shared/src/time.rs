//! Instants in UTC, and business days in Central time.

use chrono::{DateTime, Datelike, Duration, NaiveDate, NaiveTime, SecondsFormat, SubsecRound, Utc};
use chrono_tz::Tz;
use schemars::json_schema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::{fmt, str::FromStr};

/// The time zone of business days and cut-off times.
pub const CENTRAL: Tz = chrono_tz::America::Chicago;

/// Parses a day in the form `YYYY-MM-DD`. Other forms are rejected, so that each day has one spelling. A year has four
/// digits, so that days sort like their texts and can be moved by some days.
pub fn day(text: &str) -> Option<NaiveDate> {
    let day: Option<NaiveDate> = (text.len() == "YYYY-MM-DD".len()).then(|| text.parse().ok()).flatten();
    day.filter(|day| day.to_string() == text)
}

/// Deserializes a day with [`day`]: `#[serde(deserialize_with = "shared::time::deserialize_day")]`. `NaiveDate` itself also
/// accepts years of other lengths.
///
/// # Errors
/// If the text is not a day in the form `YYYY-MM-DD`.
pub fn deserialize_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    let text = String::deserialize(deserializer)?;
    day(&text).ok_or_else(|| D::Error::custom("must be a day such as 2026-11-21"))
}

/// The start of a UTC day.
pub fn midnight(day: NaiveDate) -> Instant {
    day.and_time(NaiveTime::MIN).and_utc().into()
}

/// An instant with millisecond precision, written as `2026-11-21T10:15:00.000Z` on the wire and in tables.
///
/// The text has a fixed length, so texts sort like instants. Sort keys depend on this.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Instant(DateTime<Utc>);

impl Instant {
    /// The current time. Only the adapters call it; all other code receives the time as a parameter.
    pub fn now() -> Self {
        Utc::now().into()
    }

    /// This instant plus `duration`, which may be negative, in whole milliseconds. A stored instant is equal to it.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        (self.0 + duration).into()
    }

    /// This instant, or one millisecond after `earlier` if this instant is not later. Of two concurrent calls, the one
    /// that started first can be the last to write; its entry must still be dated after the entry that it replaces.
    #[must_use]
    pub fn or_after(self, earlier: Self) -> Self {
        self.max(earlier.plus(Duration::milliseconds(1)))
    }

    /// The time since `earlier`; negative if this instant is before it.
    pub fn since(self, earlier: Self) -> Duration {
        self.0 - earlier.0
    }

    /// The calendar day of this instant in Central time.
    pub fn central_date(self) -> NaiveDate {
        self.0.with_timezone(&CENTRAL).date_naive()
    }

    /// The instant as a `chrono` value.
    pub fn utc(self) -> DateTime<Utc> {
        self.0
    }
}

impl From<DateTime<Utc>> for Instant {
    fn from(time: DateTime<Utc>) -> Self {
        Self(time.trunc_subsecs(3))
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl FromStr for Instant {
    type Err = chrono::ParseError;

    /// Parses ISO 8601 with an offset. A time without an offset is rejected, and so is a time whose year in UTC does not
    /// have four digits: its text would have another length, and could not be parsed again.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let instant = Self::from(DateTime::parse_from_rfc3339(text)?.to_utc());
        if (0..=9999).contains(&instant.0.year()) {
            Ok(instant)
        } else {
            DateTime::parse_from_rfc3339(&instant.to_string()).map(|_| instant)
        }
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|_| D::Error::custom("must be a time with an offset such as 2026-11-21T10:15:00Z"))
    }
}

crate::inline_schema!(Instant, "Instant", { json_schema!({ "type": "string", "format": "date-time" }) });

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;

    #[test]
    fn time_zones_without_locations_are_not_compiled_in() {
        assert_eq!("America/Chicago".parse(), Ok(CENTRAL));
        assert!("Europe/London".parse::<Tz>().is_err(), "the variable in .cargo/config.toml has no effect");
    }

    #[rstest]
    #[case::later_already("2026-11-21T10:00:00.005Z", "2026-11-21T10:00:00.005Z")]
    #[case::the_same_moment("2026-11-21T10:00:00.002Z", "2026-11-21T10:00:00.003Z")]
    #[case::earlier("2026-11-21T09:59:00Z", "2026-11-21T10:00:00.003Z")]
    fn a_replacement_is_dated_after_the_entry_that_it_replaces(#[case] now: Instant, #[case] dated: Instant) {
        assert_eq!(now.or_after("2026-11-21T10:00:00.002Z".parse().unwrap()), dated);
    }

    #[rstest]
    #[case::later(Duration::microseconds(1_999), "2026-11-21T10:00:00.001Z")]
    #[case::earlier(Duration::microseconds(-1), "2026-11-21T09:59:59.999Z")]
    fn a_sum_has_whole_milliseconds_like_its_text(#[case] duration: Duration, #[case] expected: &str) {
        let sum = "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(duration);
        assert_eq!((sum, sum.to_string().parse()), (expected.parse().unwrap(), Ok(sum)));
    }

    #[rstest]
    #[case::standard_time("2026-01-15T05:59:59Z", "2026-01-14")]
    #[case::standard_time_after("2026-01-15T06:00:00Z", "2026-01-15")]
    #[case::day_before_spring_forward("2026-03-08T05:59:00Z", "2026-03-07")]
    #[case::spring_forward_day_ends_an_hour_early("2026-03-09T05:00:00Z", "2026-03-09")]
    #[case::fall_back_day_begins("2026-11-01T05:00:00Z", "2026-11-01")]
    #[case::fall_back_day_is_25_hours("2026-11-02T05:59:00Z", "2026-11-01")]
    fn a_business_day_is_central_across_both_clock_changes(#[case] instant: Instant, #[case] date: NaiveDate) {
        assert_eq!(instant.central_date(), date);
    }

    #[rstest]
    #[case::leap_day("2028-02-29", true)]
    #[case::leap_day_of_a_common_year("2026-02-29", false)]
    #[case::without_leading_zeros("2026-1-5", false)]
    #[case::with_a_zone("2026-11-23Z", false)]
    #[case::instant("2026-11-23T00:00:00Z", false)]
    #[case::with_a_sign("+2026-11-23", false)]
    #[case::year_of_five_digits("+10000-01-01", false)]
    #[case::negative_year("-0001-01-01", false)]
    #[case::with_space(" 2026-11-23", false)]
    #[case::american_format("11/23/2026", false)]
    #[case::empty("", false)]
    fn a_day_has_one_spelling(#[case] text: &str, #[case] valid: bool) {
        assert_eq!(day(text).map(|day| day.to_string()), valid.then(|| text.to_owned()));
    }

    #[rstest]
    #[case::day("\"2026-11-21\"", true)]
    #[case::year_of_five_digits("\"+10000-01-01\"", false)]
    #[case::number("20261121", false)]
    fn deserializes_only_days_of_one_spelling(#[case] json: &str, #[case] valid: bool) {
        assert_eq!(deserialize_day(&mut serde_json::Deserializer::from_str(json)).is_ok(), valid);
    }

    #[test]
    fn rejects_a_time_without_an_offset() {
        assert!("2026-11-21T10:15:00".parse::<Instant>().is_err());
    }

    #[rstest]
    #[case::last("9999-12-31T23:59:59.999Z", true)]
    #[case::first("0000-01-01T00:00:00Z", true)]
    #[case::last_with_an_offset("9999-12-31T18:59:59-05:00", true)]
    #[case::after_the_last("9999-12-31T19:00:00-05:00", false)]
    #[case::before_the_first("0000-01-01T00:00:00+01:00", false)]
    fn an_instant_has_a_year_of_four_digits_in_utc(#[case] text: &str, #[case] valid: bool) {
        let instant = text.parse::<Instant>();
        assert_eq!(instant.is_ok(), valid, "{instant:?}");
        assert!(instant.is_err() || instant.map(|instant| instant.to_string().len()) == Ok(24));
    }

    proptest! {
        #[test]
        fn texts_of_instants_sort_like_the_instants(a in 0_i64..4_000_000_000_000, b in 0_i64..4_000_000_000_000) {
            let instant = |millis| Instant::from(DateTime::from_timestamp_millis(millis).unwrap_or_default());
            let (a, b) = (instant(a), instant(b));
            prop_assert_eq!(a.cmp(&b), a.to_string().cmp(&b.to_string()));
            prop_assert_eq!(a.to_string().parse::<Instant>(), Ok(a));
        }
    }
}
