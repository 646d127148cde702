//! The rules of what is asked for: pure. The web app's `reports/rules` says the same; both are held to
//! `cases/time-range.json`.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime};
use shared::{
    Error, Instant, Result,
    time::{self, CENTRAL},
};
use std::ops::Range;

/// The most days of one report: a month, and a quarter, but not all there is.
pub const LONGEST_DAYS: i64 = 92;
/// The last second of a year of four digits: sort keys have no room for more.
const LAST: i64 = 253_402_300_799;

const MISSING: &str = "Start time or End time cannot be null";
const BACKWARDS: &str = "Start time cannot be equal or greater than end time";

/// The time from `start` up to `end`, both in epoch seconds (spec, sections 5 and 7).
///
/// # Errors
/// [`Error::Invalid`] in the spec's words.
pub fn time_range(start: Option<&str>, end: Option<&str>) -> Result<Range<Instant>> {
    let given = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(ToOwned::to_owned);
    let (Some(start), Some(end)) = (given(start), given(end)) else {
        let field = if start.is_none_or(|start| start.trim().is_empty()) { "startTime" } else { "endTime" };
        return Err(Error::invalid(field, MISSING));
    };
    let range = epoch("startTime", &start)?..epoch("endTime", &end)?;
    if range.is_empty() {
        Err(Error::invalid("startTime", BACKWARDS))
    } else if range.end.since(range.start) > Duration::days(LONGEST_DAYS) {
        Err(Error::invalid("endTime", format!("The time range cannot be longer than {LONGEST_DAYS} days")))
    } else {
        Ok(range)
    }
}

fn epoch(field: &str, text: &str) -> Result<Instant> {
    let seconds = text.parse::<i64>().ok().filter(|seconds| (0..=LAST).contains(seconds));
    let instant = seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).map(Instant::from);
    instant.ok_or_else(|| Error::invalid(field, format!("{field} should be in whole seconds since 1970")))
}

/// A day as an address has it: `20261121`, or `2026-11-21`.
///
/// # Errors
/// [`Error::Invalid`] where there is no such day.
pub fn day(text: &str) -> Result<NaiveDate> {
    let digits = text.len() == "YYYYMMDD".len() && text.bytes().all(|byte| byte.is_ascii_digit());
    let day = if digits { NaiveDate::parse_from_str(text, "%Y%m%d").ok() } else { time::day(text) };
    day.ok_or_else(|| Error::invalid("date", "date should be a day as YYYYMMDD"))
}

/// The time of a business day, from midnight to midnight in Central time: 23 or 25 hours where clocks change.
///
/// # Errors
/// [`Error::Invalid`] for the last day that there is.
pub fn time_of(day: NaiveDate) -> Result<Range<Instant>> {
    // Clocks change at two: each day has one midnight.
    let midnight = |date: NaiveDate| date.and_time(NaiveTime::MIN).and_local_timezone(CENTRAL).earliest();
    let (begins, ends) = (midnight(day), day.succ_opt().and_then(midnight));
    let (begins, ends) = begins.zip(ends).ok_or_else(|| Error::invalid("date", "There is no such day"))?;
    Ok(begins.to_utc().into()..ends.to_utc().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Cases {
        longest_days: i64,
        ranges: Vec<RangeCase>,
        days: Vec<DayCase>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct RangeCase {
        name: String,
        start_time: Option<i64>,
        end_time: Option<i64>,
        error: Option<String>,
    }

    #[derive(Deserialize)]
    struct DayCase {
        name: String,
        day: NaiveDate,
        begins: i64,
        ends: i64,
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../cases/time-range.json")).unwrap()
    }

    fn seconds(range: &Range<Instant>) -> (i64, i64) {
        (range.start.utc().timestamp(), range.end.utc().timestamp())
    }

    #[test]
    fn start_and_end_are_required_and_start_is_before_end_as_the_shared_cases_say() {
        assert_eq!(cases().longest_days, LONGEST_DAYS);
        for RangeCase { name, start_time, end_time, error } in cases().ranges {
            let [start, end] = [start_time, end_time].map(|time| time.map(|time| time.to_string()));
            let range = time_range(start.as_deref(), end.as_deref());
            assert_eq!(range.as_ref().err().map(ToString::to_string), error, "{name}");
            if let Ok(range) = range {
                assert_eq!((Some(seconds(&range).0), Some(seconds(&range).1)), (start_time, end_time), "{name}");
            }
        }
    }

    #[rstest]
    #[case::an_empty_text_is_none("", "1", MISSING)]
    #[case::blanks_are_none("1", "  ", MISSING)]
    #[case::words("now", "1", "startTime should be in whole seconds since 1970")]
    #[case::an_instant("0", "2026-11-21T10:00:00Z", "endTime should be in whole seconds since 1970")]
    #[case::parts_of_seconds("1.5", "2", "startTime should be in whole seconds since 1970")]
    #[case::before_1970("-1", "2", "startTime should be in whole seconds since 1970")]
    #[case::milliseconds_taken_for_seconds("0", "1795262400000", "endTime should be in whole seconds since 1970")]
    fn what_is_no_time_is_refused_with_its_field(#[case] start: &str, #[case] end: &str, #[case] message: &str) {
        assert_eq!(time_range(Some(start), Some(end)).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_business_day_goes_from_midnight_to_midnight_central_across_both_clock_changes() {
        for DayCase { name, day, begins, ends } in cases().days {
            assert_eq!(seconds(&time_of(day).unwrap()), (begins, ends), "{name}");
        }
    }

    #[rstest]
    #[case("20261121", Some("2026-11-21"))]
    #[case("2026-11-21", Some("2026-11-21"))]
    #[case::of_a_leap_year("20280229", Some("2028-02-29"))]
    #[case::that_the_month_does_not_have("20260229", None)]
    #[case("2026-1-1", None)]
    #[case("1121", None)]
    #[case("11/21/2026", None)]
    #[case("+2026112", None)]
    #[case("today", None)]
    #[case("", None)]
    fn a_day_is_eight_digits_or_as_iso_has_it(#[case] text: &str, #[case] date: Option<&str>) {
        assert_eq!(day(text).ok().map(|day| day.to_string()).as_deref(), date);
    }

    proptest! {
        #[test]
        fn every_moment_is_in_the_business_day_of_its_central_date_and_in_no_other(at in 0_i64..4_000_000_000) {
            let at = Instant::from(DateTime::from_timestamp(at, 0).unwrap_or_default());
            let day = at.central_date();
            prop_assert!(time_of(day).is_ok_and(|time| time.contains(&at)));
            for other in [day.pred_opt(), day.succ_opt()].into_iter().flatten() {
                prop_assert!(time_of(other).is_ok_and(|time| !time.contains(&at)));
            }
        }

        #[test]
        fn days_follow_one_another_without_a_gap(day in 0_i64..40_000) {
            let day = NaiveDate::default() + Duration::days(day);
            let (one, next) = (time_of(day), time_of(day + Duration::days(1)));
            prop_assert!(one.is_ok_and(|one| next.is_ok_and(|next| one.end == next.start)));
        }
    }
}
