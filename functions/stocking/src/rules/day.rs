//! The stocking day: from 18:00 Central on the previous day to 18:00 Central (`docs/requirements/stocking.md`).

use chrono::{Days, Duration, NaiveDate, NaiveTime, Timelike};
use shared::{Error, Instant, Result, time::CENTRAL};
use std::ops::Range;

/// The hour at which the next stocking day starts, Central time.
const START_HOUR: u32 = 18;

/// The start and the end (exclusive) of the stocking day `date`.
///
/// # Errors
/// [`Error::Invalid`] if the date is outside the supported calendar.
pub fn window(date: NaiveDate) -> Result<Range<Instant>> {
    let before = date.checked_sub_days(Days::new(1)).ok_or_else(no_such_day)?;
    Ok(evening(before)?..evening(date)?)
}

/// The stocking day of an instant.
pub fn stocking_day(instant: Instant) -> NaiveDate {
    // Clocks never change between 18:00 and midnight.
    let central = instant.utc().with_timezone(&CENTRAL).naive_local();
    (central + before_midnight()).date()
}

/// The minute of an instant in its stocking day, by the clock in Central time: 0 is 18:00, 1439 is 17:59.
pub fn minute_of_day(instant: Instant) -> u32 {
    let shifted = instant.utc().with_timezone(&CENTRAL).naive_local() + before_midnight();
    shifted.hour() * 60 + shifted.minute()
}

/// The instant at a minute of a stocking day, as [`minute_of_day`] counts. A time that a clock change skips is one hour
/// later by the clock. Of a time that occurs twice, the first counts. `None` outside the supported calendar.
pub fn instant_at(date: NaiveDate, minute: u32) -> Option<Instant> {
    let start = date.and_time(NaiveTime::MIN).checked_sub_signed(before_midnight())?;
    let local = start.checked_add_signed(Duration::minutes(minute.into()))?;
    let skipped = || (local + Duration::hours(1)).and_local_timezone(CENTRAL).earliest();
    Some(local.and_local_timezone(CENTRAL).earliest().or_else(skipped)?.to_utc().into())
}

/// The time from the start of a stocking day to midnight.
fn before_midnight() -> Duration {
    Duration::hours(i64::from(24 - START_HOUR))
}

fn evening(date: NaiveDate) -> Result<Instant> {
    let time = NaiveTime::from_hms_opt(START_HOUR, 0, 0).ok_or_else(no_such_day)?;
    let evening = date.and_time(time).and_local_timezone(CENTRAL).earliest().ok_or_else(no_such_day)?;
    Ok(evening.to_utc().into())
}

fn no_such_day() -> Error {
    Error::invalid("date", "This day does not exist")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;
    use proptest::prelude::*;
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Cases {
        days: Vec<Span>,
        instants: Vec<Moment>,
    }

    #[derive(Deserialize)]
    struct Span {
        name: String,
        day: NaiveDate,
        begins: Instant,
        ends: Instant,
    }

    #[derive(Deserialize)]
    struct Moment {
        name: String,
        instant: Instant,
        day: NaiveDate,
    }

    #[test]
    fn a_stocking_day_lasts_from_18_to_18_central_across_clock_changes() {
        let Cases { days, instants } = serde_json::from_str(include_str!("../../cases/stocking-day.json")).unwrap();
        for Span { name, day, begins, ends } in days {
            assert_eq!(window(day).unwrap(), begins..ends, "{name}");
        }
        for Moment { name, instant, day } in instants {
            assert_eq!(stocking_day(instant), day, "{name}");
        }
    }

    proptest! {
        #[test]
        fn an_instant_is_within_the_window_of_its_stocking_day(seconds in 1_600_000_000_i64..2_000_000_000) {
            let instant = Instant::from(DateTime::from_timestamp(seconds, 0).unwrap_or_default());
            prop_assert!(window(stocking_day(instant)).is_ok_and(|window| window.contains(&instant)));
        }

        #[test]
        fn a_minute_of_a_stocking_day_is_read_back_from_its_instant(days in 0_u64..5000, minute in 0_u32..1440) {
            let date = NaiveDate::default() + Days::new(15_000 + days);
            let at = instant_at(date, minute);
            prop_assert_eq!(at.map(stocking_day), Some(date));
            // A clock change can skip the minute.
            prop_assert!(at.is_some_and(|at| [minute, minute + 60].contains(&minute_of_day(at))));
        }
    }
}
