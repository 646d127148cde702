//! The expected time of a stop: an estimate from the times at which it was stocked before (STK-8 in
//! `docs/requirements/stocking.md`).

use super::day::{self, stocking_day};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;

/// The number of weeks before a day whose times count.
pub const WEEKS: u64 = 6;
/// The minimum number of times. One time alone says little about the next week.
pub const MIN_TIMES: usize = 2;
/// Days per week.
const WEEK: i64 = 7;

/// One stocking of a stop.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Stocking {
    /// When the stop was stocked.
    pub at: Instant,
    /// The driver's e-mail address.
    pub driver: String,
}

/// What earlier stockings say about a stop.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Estimate {
    /// When the stop is expected to be stocked. `None` without enough times.
    pub expected_time: Option<Instant>,
    /// The e-mail address of the driver of the last stocking. `None` without a stocking.
    pub last_driver: Option<String>,
}

/// Estimates a stop on the stocking day `date` from its stockings on the same weekday of the last [`WEEKS`] weeks. The
/// expected time is the median of their times by the clock in Central time, to the minute. Of several stockings on one
/// day the latest counts. There is no expected time with fewer than [`MIN_TIMES`] days.
pub fn estimate<'a>(date: NaiveDate, stockings: impl IntoIterator<Item = &'a Stocking>) -> Estimate {
    let mut by_day: BTreeMap<NaiveDate, &Stocking> = BTreeMap::new();
    for stocking in stockings {
        let day = stocking_day(stocking.at);
        if is_in_history(date, day) {
            by_day.entry(day).and_modify(|latest| *latest = stocking.max(*latest)).or_insert(stocking);
        }
    }
    let last_driver = by_day.values().next_back().map(|stocking| stocking.driver.clone());
    let minutes = by_day.into_values().map(|stocking| day::minute_of_day(stocking.at)).collect();
    Estimate { expected_time: median(minutes).and_then(|minute| day::instant_at(date, minute)), last_driver }
}

/// Whether the stocking day `stocked` has the weekday of `date` and is in the last [`WEEKS`] weeks before it.
fn is_in_history(date: NaiveDate, stocked: NaiveDate) -> bool {
    let days = (date - stocked).num_days();
    days % WEEK == 0 && (1..=WEEKS).any(|weeks| i64::try_from(weeks).is_ok_and(|weeks| weeks * WEEK == days))
}

/// The median: the middle value, or the mean of the two middle values, rounded down. `None` with fewer than
/// [`MIN_TIMES`] values.
fn median(mut minutes: Vec<u32>) -> Option<u32> {
    if minutes.len() < MIN_TIMES {
        return None;
    }
    minutes.sort_unstable();
    let upper = *minutes.get(minutes.len() / 2)?;
    let lower = *minutes.get((minutes.len() - 1) / 2)?;
    Some(lower.midpoint(upper))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Days;
    use proptest::prelude::*;
    use rstest::rstest;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn stocking(at: Instant, driver: &str) -> Stocking {
        Stocking { at, driver: driver.into() }
    }

    fn expected(on: &str, stocked: &[&str]) -> Option<String> {
        let stockings: Vec<_> = stocked.iter().map(|at| stocking(at.parse().unwrap(), "ana")).collect();
        estimate(date(on), &stockings).expected_time.map(|at| at.to_string())
    }

    #[rstest]
    #[case::none(&[], None)]
    #[case::one(&[7], None)]
    #[case::two(&[7, 8], Some(7))]
    #[case::an_odd_number(&[9, 1, 5], Some(5))]
    #[case::an_even_number(&[1, 9, 4, 5], Some(4))]
    #[case::an_even_number_with_a_whole_mean(&[4, 6], Some(5))]
    #[case::equal_values(&[3, 3, 3, 3], Some(3))]
    fn the_median_is_the_middle_value_or_the_mean_of_two(#[case] minutes: &[u32], #[case] expected: Option<u32>) {
        assert_eq!(median(minutes.to_vec()), expected);
    }

    // Monday, 2026-11-23. Central time is UTC-6 from 2026-11-01 on and UTC-5 before.
    #[rstest]
    #[case::no_history(&[], None)]
    #[case::one_time(&["2026-11-16T15:00:00Z"], None)]
    #[case::two_times(&["2026-11-16T15:00:00Z", "2026-11-09T15:30:00Z"], Some("2026-11-23T15:15:00.000Z"))]
    #[case::seconds_do_not_count(&["2026-11-16T15:00:59Z", "2026-11-09T15:00:40Z"], Some("2026-11-23T15:00:00.000Z"))]
    #[case::the_time_of_day_is_central_across_a_clock_change(
        &["2026-11-16T15:00:00Z", "2026-10-26T14:00:00Z"],
        Some("2026-11-23T15:00:00.000Z")
    )]
    #[case::another_weekday_does_not_count(&["2026-11-16T15:00:00Z", "2026-11-17T15:00:00Z"], None)]
    #[case::the_day_itself_does_not_count(&["2026-11-16T15:00:00Z", "2026-11-23T15:00:00Z"], None)]
    #[case::six_weeks_ago_counts(
        &["2026-11-16T15:00:00Z", "2026-10-12T14:00:00Z"],
        Some("2026-11-23T15:00:00.000Z")
    )]
    #[case::seven_weeks_ago_does_not_count(&["2026-11-16T15:00:00Z", "2026-10-05T14:00:00Z"], None)]
    #[case::the_latest_time_of_a_day_counts(
        &["2026-11-16T15:00:00Z", "2026-11-16T11:00:00Z", "2026-11-09T15:00:00Z"],
        Some("2026-11-23T15:00:00.000Z")
    )]
    #[case::two_times_on_one_day_are_one(&["2026-11-16T15:00:00Z", "2026-11-16T11:00:00Z"], None)]
    #[case::the_evening_before_belongs_to_the_day(
        &["2026-11-16T01:00:00Z", "2026-11-09T01:20:00Z"],
        Some("2026-11-23T01:10:00.000Z")
    )]
    #[case::times_around_midnight_have_their_median_at_midnight(
        &["2026-11-16T05:50:00Z", "2026-11-09T06:10:00Z"],
        Some("2026-11-23T06:00:00.000Z")
    )]
    fn the_expected_time_is_the_median_of_the_weekday(#[case] stocked: &[&str], #[case] at: Option<&str>) {
        assert_eq!(expected("2026-11-23", stocked).as_deref(), at);
    }

    #[test]
    fn a_time_that_the_clock_change_skips_is_an_hour_later() {
        // On Sunday, 2026-03-08, clocks change from 2 a.m. to 3 a.m.
        let at = expected("2026-03-08", &["2026-03-01T08:30:00Z", "2026-02-22T08:30:00Z"]);
        assert_eq!(at.as_deref(), Some("2026-03-08T08:30:00.000Z"));
    }

    #[test]
    fn the_last_driver_is_the_driver_of_the_latest_stocking_that_counts() {
        let stockings: Vec<_> = [
            ("2026-11-02T15:00:00Z", "ana"),
            ("2026-11-09T15:00:00Z", "bo"),
            ("2026-11-17T15:00:00Z", "cy"),
            ("2026-10-05T15:00:00Z", "di"),
        ]
        .map(|(at, driver)| stocking(at.parse().unwrap(), driver))
        .into();
        let last_driver = |stockings: &[Stocking]| estimate(date("2026-11-23"), stockings).last_driver;
        assert_eq!(last_driver(&stockings).as_deref(), Some("bo"));
        assert_eq!(last_driver(&stockings[..1]).as_deref(), Some("ana"));
        assert_eq!(last_driver(&stockings[2..]), None);
    }

    proptest! {
        #[test]
        fn the_median_is_between_the_least_and_the_greatest_value(minutes in prop::collection::vec(0_u32..1440, 2..20)) {
            let found = median(minutes.clone());
            prop_assert!(found >= minutes.iter().min().copied() && found <= minutes.iter().max().copied());
        }

        #[test]
        fn the_median_does_not_depend_on_the_order(mut minutes in prop::collection::vec(0_u32..1440, 0..20)) {
            let found = median(minutes.clone());
            minutes.reverse();
            prop_assert_eq!(found, median(minutes));
        }

        #[test]
        fn the_expected_time_is_on_its_stocking_day(
            weeks in 0_u64..3000, minutes in prop::collection::vec(0_u32..1440, 2..7),
        ) {
            let on = date("2020-01-06") + Days::new(7 * weeks);
            let times = (1..).zip(&minutes).filter_map(|(week, minute)| day::instant_at(on - Days::new(7 * week), *minute));
            let stockings: Vec<_> = times.map(|at| stocking(at, "ana")).collect();
            let found = estimate(on, &stockings).expected_time;
            prop_assert!(found.is_some_and(|at| stocking_day(at) == on));
        }
    }
}
