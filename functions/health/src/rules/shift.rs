//! When a shift is active: windows on days of the week in Central time, across midnight and changes of the clock.

use crate::model::{Shift, Weekday};
use chrono::{Datelike, Duration, NaiveDate, NaiveDateTime, TimeZone};
use shared::{Instant, time::CENTRAL};

/// Whether the shift is active at `at`.
pub fn is_active(shift: &Shift, at: Instant) -> bool {
    // A window that contains `at` starts on the same day or on the day before.
    [-1, 0]
        .into_iter()
        .filter_map(|days| window(shift, at.central_date() + Duration::days(days)))
        .any(|(start, end)| start <= at && at < end)
}

/// When the shift starts next after `at`. `None` if it has no days.
pub fn next_start(shift: &Shift, at: Instant) -> Option<Instant> {
    (0..=7)
        .filter_map(|days| window(shift, at.central_date() + Duration::days(days)))
        .map(|(start, _)| start)
        .find(|start| *start > at)
}

/// Start and end of the window that starts on `day`. `None` if the shift does not start on this day.
fn window(shift: &Shift, day: NaiveDate) -> Option<(Instant, Instant)> {
    if !shift.days.contains(&Weekday::from(day.weekday())) {
        return None;
    }
    let last_day = if shift.until.0 > shift.from.0 { day } else { day + Duration::days(1) };
    let start = instant(day.and_time(shift.from.0))?;
    let end = instant(last_day.and_time(shift.until.0))?;
    // A start in the skipped hour of spring can be after the end, which then is an hour later, too.
    Some((start, if start < end { end } else { end.plus(Duration::hours(1)) }))
}

/// The instant of a Central time. A time that the clock skips in spring is an hour later; of a time that occurs twice in
/// fall, the first.
fn instant(time: NaiveDateTime) -> Option<Instant> {
    let local = CENTRAL.from_local_datetime(&time).earliest();
    let local = local.or_else(|| CENTRAL.from_local_datetime(&(time + Duration::hours(1))).earliest());
    local.map(|local| local.to_utc().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ClockTime;
    use proptest::prelude::*;
    use rstest::rstest;
    use strum::IntoEnumIterator;

    fn shift(days: &[Weekday], from: &str, until: &str) -> Shift {
        let time = |text: &str| ClockTime::try_from(text.to_owned()).unwrap();
        Shift { days: days.to_vec(), from: time(from), until: time(until) }
    }

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[rstest]
    // Monday 2026-11-23 in Central Standard Time (UTC-6).
    #[case::before_the_start("08:00", "17:00", "2026-11-23T13:59:59Z", false)]
    #[case::at_the_start("08:00", "17:00", "2026-11-23T14:00:00Z", true)]
    #[case::before_the_end("08:00", "17:00", "2026-11-23T22:59:59Z", true)]
    #[case::at_the_end("08:00", "17:00", "2026-11-23T23:00:00Z", false)]
    #[case::the_next_day("08:00", "17:00", "2026-11-24T15:00:00Z", false)]
    #[case::at_night("22:00", "06:00", "2026-11-24T04:00:00Z", true)]
    #[case::after_midnight("22:00", "06:00", "2026-11-24T11:59:59Z", true)]
    #[case::after_the_night("22:00", "06:00", "2026-11-24T12:00:00Z", false)]
    #[case::the_night_before("22:00", "06:00", "2026-11-23T08:00:00Z", false)]
    #[case::a_whole_day("06:00", "06:00", "2026-11-24T11:00:00Z", true)]
    #[case::after_a_whole_day("06:00", "06:00", "2026-11-24T12:00:00Z", false)]
    fn a_shift_on_mondays_is_active_in_its_window(
        #[case] from: &str,
        #[case] until: &str,
        #[case] now: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(is_active(&shift(&[Weekday::Monday], from, until), at(now)), expected);
    }

    #[rstest]
    // The clock changes from 2 AM CST to 3 AM CDT on 2026-03-08, and from 2 AM CDT to 1 AM CST on 2026-11-01.
    #[case::the_spring_night_is_an_hour_shorter("22:00", "06:00", "2026-03-08T04:00:00Z", "2026-03-08T11:00:00Z")]
    #[case::the_fall_night_is_an_hour_longer("22:00", "06:00", "2026-11-01T03:00:00Z", "2026-11-01T12:00:00Z")]
    #[case::a_skipped_start("02:30", "06:00", "2026-03-08T08:30:00Z", "2026-03-08T11:00:00Z")]
    #[case::a_skipped_start_after_the_end("02:03", "03:00", "2026-03-08T08:03:00Z", "2026-03-08T09:00:00Z")]
    #[case::a_skipped_hour("02:00", "03:00", "2026-03-08T08:00:00Z", "2026-03-08T09:00:00Z")]
    #[case::a_start_that_occurs_twice("01:30", "06:00", "2026-11-01T06:30:00Z", "2026-11-01T12:00:00Z")]
    fn a_shift_starts_and_ends_by_the_clock(
        #[case] from: &str,
        #[case] until: &str,
        #[case] start: &str,
        #[case] end: &str,
    ) {
        let shift = shift(&Weekday::iter().collect::<Vec<_>>(), from, until);
        let (start, end) = (at(start), at(end));
        let moment = Duration::milliseconds(1);
        assert!(!is_active(&shift, start.plus(-moment)));
        assert!(is_active(&shift, start));
        assert!(is_active(&shift, end.plus(-moment)));
        assert!(!is_active(&shift, end));
        assert_eq!(next_start(&shift, start.plus(-moment)), Some(start));
    }

    #[rstest]
    #[case::later_today("2026-11-23T13:00:00Z", Some("2026-11-23T14:00:00Z"))]
    #[case::on_the_next_day_of_the_shift("2026-11-23T14:00:00Z", Some("2026-11-25T14:00:00Z"))]
    #[case::in_the_next_week("2026-11-26T14:00:00Z", Some("2026-11-30T14:00:00Z"))]
    fn finds_the_next_start(#[case] now: &str, #[case] expected: Option<&str>) {
        let shift = shift(&[Weekday::Monday, Weekday::Wednesday], "08:00", "17:00");
        assert_eq!(next_start(&shift, at(now)), expected.map(at));
    }

    #[test]
    fn a_shift_without_days_never_starts() {
        let shift = shift(&[], "08:00", "17:00");
        assert_eq!(next_start(&shift, at("2026-11-23T13:00:00Z")), None);
        assert!(!is_active(&shift, at("2026-11-23T15:00:00Z")));
    }

    prop_compose! {
        fn any_shift()(
            days in proptest::sample::subsequence(Weekday::iter().collect::<Vec<_>>(), 1..=7),
            from in 0_u32..24 * 60,
            until in 0_u32..24 * 60,
        ) -> Shift {
            let time = |minutes: u32| format!("{:02}:{:02}", minutes / 60, minutes % 60);
            shift(&days, &time(from), &time(until))
        }
    }

    proptest! {
        #[test]
        fn a_shift_is_active_at_its_next_start(shift in any_shift(), minutes in 0_i64..366 * 24 * 60) {
            let now = at("2026-01-01T00:00:00Z").plus(Duration::minutes(minutes));
            let start = next_start(&shift, now);
            prop_assert!(start.is_some_and(|start| start > now && start.since(now) <= Duration::days(8)));
            prop_assert!(start.is_some_and(|start| is_active(&shift, start)));
        }

        #[test]
        fn an_inactive_shift_stays_inactive_until_its_next_start(
            shift in any_shift(), minutes in 0_i64..366 * 24 * 60, later in 0_i64..7 * 24 * 60,
        ) {
            let now = at("2026-01-01T00:00:00Z").plus(Duration::minutes(minutes));
            let later = now.plus(Duration::minutes(later));
            if !is_active(&shift, now) && next_start(&shift, now).is_some_and(|start| later < start) {
                prop_assert!(!is_active(&shift, later));
            }
        }
    }
}
