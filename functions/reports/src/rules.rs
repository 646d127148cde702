//! Validation of days and time ranges, without I/O. The web app implements the same rules in `reports/rules`; tests of
//! both use `cases/time-range.json`.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime};
use shared::{
    Error, Instant, Result,
    time::{self, CENTRAL},
};
use std::ops::Range;

/// Maximum number of days per report: enough for a quarter.
pub const MAX_DAYS: i64 = 92;
/// The last second of the year 9999. Sort keys need four-digit years.
const MAX_EPOCH_SECONDS: i64 = 253_402_300_799;

const MISSING_TIME: &str = "Start time or End time cannot be null";
const REVERSED_TIMES: &str = "Start time cannot be equal or greater than end time";

/// Parses the time range from `start` (included) to `end` (excluded), both in epoch seconds (RPT-5).
///
/// # Errors
/// [`Error::Invalid`] with the message of the requirements.
pub fn time_range(start: Option<&str>, end: Option<&str>) -> Result<Range<Instant>> {
    let non_blank = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(ToOwned::to_owned);
    let (Some(start), Some(end)) = (non_blank(start), non_blank(end)) else {
        let field = if start.is_none_or(|start| start.trim().is_empty()) { "startTime" } else { "endTime" };
        return Err(Error::invalid(field, MISSING_TIME));
    };
    let range = parse_epoch("startTime", &start)?..parse_epoch("endTime", &end)?;
    if range.is_empty() {
        Err(Error::invalid("startTime", REVERSED_TIMES))
    } else if range.end.since(range.start) > Duration::days(MAX_DAYS) {
        Err(Error::invalid("endTime", format!("The time range cannot be longer than {MAX_DAYS} days")))
    } else {
        Ok(range)
    }
}

fn parse_epoch(field: &str, text: &str) -> Result<Instant> {
    let seconds = text.parse::<i64>().ok().filter(|seconds| (0..=MAX_EPOCH_SECONDS).contains(seconds));
    let instant = seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).map(Instant::from);
    instant.ok_or_else(|| Error::invalid(field, format!("{field} should be in whole seconds since 1970")))
}

/// Parses a date in the format `20261121` or `2026-11-21`.
///
/// # Errors
/// [`Error::Invalid`] for any other text.
pub fn parse_day(text: &str) -> Result<NaiveDate> {
    let digits = text.len() == "YYYYMMDD".len() && text.bytes().all(|byte| byte.is_ascii_digit());
    let day = if digits { NaiveDate::parse_from_str(text, "%Y%m%d").ok() } else { time::day(text) };
    day.ok_or_else(|| Error::invalid("date", "date should be in YYYYMMDD format"))
}

/// Returns the time range of a business day, from midnight to midnight in Central time. It has 23 or 25 hours when
/// clocks change.
///
/// # Errors
/// [`Error::Invalid`] for the last date that can be represented.
pub fn business_day(day: NaiveDate) -> Result<Range<Instant>> {
    // Clocks change at 2:00, so each day has exactly one midnight.
    let midnight = |date: NaiveDate| date.and_time(NaiveTime::MIN).and_local_timezone(CENTRAL).earliest();
    let (start, end) = (midnight(day), day.succ_opt().and_then(midnight));
    let (start, end) = start.zip(end).ok_or_else(|| Error::invalid("date", "This day does not exist"))?;
    Ok(start.to_utc().into()..end.to_utc().into())
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
    fn shared_cases_give_the_expected_ranges_and_errors() {
        assert_eq!(cases().longest_days, MAX_DAYS);
        for RangeCase { name, start_time, end_time, error } in cases().ranges {
            let [start, end] = [start_time, end_time].map(|time| time.map(|time| time.to_string()));
            let range = time_range(start.as_deref(), end.as_deref());
            assert_eq!(range.as_ref().err().map(ToString::to_string), error, "{name}");
            if let Ok(range) = range {
                assert_eq!(Some(seconds(&range).0), start_time, "{name}");
                assert_eq!(Some(seconds(&range).1), end_time, "{name}");
            }
        }
    }

    #[rstest]
    #[case::empty_text("", "1", MISSING_TIME)]
    #[case::blank_text("1", "  ", MISSING_TIME)]
    #[case::words("now", "1", "startTime should be in whole seconds since 1970")]
    #[case::an_instant("0", "2026-11-21T10:00:00Z", "endTime should be in whole seconds since 1970")]
    #[case::fractional_seconds("1.5", "2", "startTime should be in whole seconds since 1970")]
    #[case::before_1970("-1", "2", "startTime should be in whole seconds since 1970")]
    #[case::milliseconds("0", "1795262400000", "endTime should be in whole seconds since 1970")]
    fn rejects_invalid_times_with_their_field(#[case] start: &str, #[case] end: &str, #[case] message: &str) {
        assert_eq!(time_range(Some(start), Some(end)).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_business_day_is_midnight_to_midnight_central_across_clock_changes() {
        for DayCase { name, day, begins, ends } in cases().days {
            assert_eq!(seconds(&business_day(day).unwrap()), (begins, ends), "{name}");
        }
    }

    #[rstest]
    #[case("20261121", Some("2026-11-21"))]
    #[case("2026-11-21", Some("2026-11-21"))]
    #[case::leap_day("20280229", Some("2028-02-29"))]
    #[case::day_beyond_the_month("20260229", None)]
    #[case("2026-1-1", None)]
    #[case("1121", None)]
    #[case("11/21/2026", None)]
    #[case("+2026112", None)]
    #[case("today", None)]
    #[case("", None)]
    fn parses_dates_with_and_without_dashes(#[case] text: &str, #[case] date: Option<&str>) {
        assert_eq!(parse_day(text).ok().map(|day| day.to_string()).as_deref(), date);
    }

    proptest! {
        #[test]
        fn each_instant_is_only_in_the_business_day_of_its_central_date(at in 0_i64..4_000_000_000) {
            let at = Instant::from(DateTime::from_timestamp(at, 0).unwrap_or_default());
            let day = at.central_date();
            prop_assert!(business_day(day).is_ok_and(|time| time.contains(&at)));
            for other in [day.pred_opt(), day.succ_opt()].into_iter().flatten() {
                prop_assert!(business_day(other).is_ok_and(|time| !time.contains(&at)));
            }
        }

        #[test]
        fn business_days_have_no_gaps(day in 0_i64..40_000) {
            let day = NaiveDate::default() + Duration::days(day);
            let (one, next) = (business_day(day), business_day(day + Duration::days(1)));
            prop_assert!(one.is_ok_and(|one| next.is_ok_and(|next| one.end == next.start)));
        }
    }
}
