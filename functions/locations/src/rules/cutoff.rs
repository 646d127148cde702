//! The cutoff for changes of allocation: 6 pm Central on the day before a stocking, in the Northeast two days before.
//! A late change is accepted, and history records that it missed the stocking. Requirement: LOC-63 in
//! `docs/requirements/locations.md`.

use crate::model::{Location, LocationTimeZone, StockingSchedule};
use chrono::{DateTime, Datelike, Days, NaiveDate, NaiveTime, TimeZone};
use chrono_tz::Tz;
use shared::{Instant, time::CENTRAL};

/// Days to search for the next stocking. Two weeks contain every weekday twice.
const SEARCH_DAYS: u64 = 14;
/// The market whose cutoff is a day earlier.
const NORTHEAST: &str = "NE";

/// A stocking that a change of allocation is too late for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MissedStocking {
    /// The day of the stocking.
    pub day: NaiveDate,
    /// The cutoff of its allocation, in Central time.
    pub cutoff: DateTime<Tz>,
}

/// The next stocking of `location` if a change of allocation at `at` is too late for it. The next stocking is the first
/// one after the business day of the change.
pub fn missed_stocking(location: &Location, at: Instant) -> Option<MissedStocking> {
    let today = at.central_date();
    let day = (1..=SEARCH_DAYS)
        .filter_map(|ahead| today.checked_add_days(Days::new(ahead)))
        .find(|day| is_stocked(location.stocking_schedule, *day))?;
    let cutoff = cutoff(day, is_northeast(location))?;
    (at.utc() >= cutoff).then_some(MissedStocking { day, cutoff })
}

/// The history note for a change of allocation that takes effect at `at` and misses the next stocking. `None` if the
/// allocation does not change or is on time.
pub fn note(before: &Location, after: &Location, at: Instant) -> Option<String> {
    let changed = before.prod != after.prod;
    let MissedStocking { day, cutoff } = missed_stocking(after, at).filter(|_| changed)?;
    Some(format!(
        "Too late for the next stocking on {}: allocation for it closed {}.",
        day.format("%a, %b %-d, %Y"),
        cutoff.format("%a, %b %-d, %Y, %-I:%M %p %Z"),
    ))
}

/// A location without a market counts as Northeast if it is in the Eastern time zone.
fn is_northeast(location: &Location) -> bool {
    match location.market.as_deref() {
        Some(market) if !market.is_empty() => market == NORTHEAST,
        _ => location.time_zone == LocationTimeZone::NEWYORK,
    }
}

fn cutoff(stocking: NaiveDate, northeast: bool) -> Option<DateTime<Tz>> {
    let day = stocking.checked_sub_days(Days::new(if northeast { 2 } else { 1 }))?;
    CENTRAL.from_local_datetime(&day.and_time(NaiveTime::from_hms_opt(18, 0, 0)?)).earliest()
}

fn is_stocked(days: StockingSchedule, day: NaiveDate) -> bool {
    let StockingSchedule { monday, tuesday, wednesday, thursday, friday, saturday, sunday } = days;
    let week = [monday, tuesday, wednesday, thursday, friday, saturday, sunday];
    week.get(day.weekday().num_days_from_monday() as usize).is_some_and(|flag| flag.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Flag, rules::create::tests::fridge};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        at: Instant,
        stocking_schedule: StockingSchedule,
        market: Option<String>,
        time_zone: LocationTimeZone,
        missed: Option<Stocking>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Stocking {
        day: NaiveDate,
        cutoff: Instant,
    }

    #[test]
    fn a_change_after_the_cutoff_misses_the_next_stocking() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/cutoff.json")).unwrap();
        for Case { name, at, stocking_schedule, market, time_zone, missed: expected } in cases {
            let location = Location { market, stocking_schedule, time_zone, ..fridge() };
            let found = missed_stocking(&location, at);
            let found = found.map(|MissedStocking { day, cutoff }| Stocking { day, cutoff: cutoff.to_utc().into() });
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn notes_the_missed_stocking_and_its_cutoff() {
        let off = fridge();
        let on = Location { prod: Flag(true), ..off.clone() };
        let late = "2026-11-25T02:00:00Z".parse().unwrap();
        let expected = "Too late for the next stocking on Wed, Nov 25, 2026: \
                        allocation for it closed Tue, Nov 24, 2026, 6:00 PM CST.";
        assert_eq!(note(&off, &on, late).as_deref(), Some(expected));
        assert_eq!(note(&off, &on, "2026-11-24T15:00:00Z".parse().unwrap()), None);
        assert_eq!(note(&on, &Location { stop: 9, ..on.clone() }, late), None);
    }
}
