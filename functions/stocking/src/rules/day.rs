//! The stocking day: from 18:00 Central on the previous day to 18:00 Central (`docs/requirements/stocking.md`).

use chrono::{Days, Duration, NaiveDate, NaiveTime};
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
    (central + Duration::hours(i64::from(24 - START_HOUR))).date()
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
    }
}
