//! The rules of syncs with LogiNext: pure. Source: the spec of fleet operations, sections 5 and 9. The browser has the
//! same ones; `cases/` holds both to the same answers.

use chrono::{Duration, NaiveDate, NaiveTime, TimeZone};
use locations::rules::Field;
use routes::rules::day;
use serde::Deserialize;
use serde_json::Value;
use shared::{FieldError, Instant, time::CENTRAL};
use std::collections::BTreeSet;

/// What a sync in the blackout is refused with.
pub const BLACKOUT: &str = "All LogiNext routes are being synced. Please try again after 5:50pm CT.";
/// The center of those locations that have none.
pub const NO_CENTER: &str = "Does Not Exist";

/// Days of one sync.
const MOST_DAYS: i64 = 31;
/// Centers of one sync.
const MOST_CENTERS: usize = 100;
/// Characters of a center's name.
const LONGEST: usize = 100;
/// For how long a center's call is tried again.
const GIVE_UP: Duration = Duration::hours(1);
/// How often the queue delivers a message: `maxReceiveCount` in `infra/messaging.yaml`.
pub const DELIVERIES: u32 = 5;
/// How long the queue waits for a delivery to succeed: `VisibilityTimeout` in `infra/messaging.yaml`.
const VISIBILITY: Duration = Duration::minutes(6);
/// Before the first call is made again.
const FIRST_WAIT: Duration = Duration::seconds(10);
/// Before any.
const LONGEST_WAIT: Duration = Duration::seconds(300);

/// What to sync, as it was sent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SyncInput {
    start_date: Value,
    end_date: Value,
    fulfillment_centers: Vec<String>,
}

/// What to sync.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Wanted {
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// The centers, each once.
    pub centers: BTreeSet<String>,
}

impl Wanted {
    /// The days.
    pub fn dates(&self) -> impl Iterator<Item = NaiveDate> {
        dates(self.start_date, self.end_date)
    }
}

/// The days from the first to the last.
pub fn dates(first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    first.iter_days().take_while(move |date| *date <= last)
}

/// What to sync, or everything that is wrong with it. `today` is the business's day.
///
/// # Errors
/// By field, in the words of the spec.
pub fn check(input: &SyncInput, today: NaiveDate) -> Result<Wanted, Vec<FieldError>> {
    let start = day(Field { name: "startDate", value: &input.start_date });
    let end = day(Field { name: "endDate", value: &input.end_date });
    let centers: BTreeSet<String> = input.fulfillment_centers.iter().map(|name| name.trim().to_owned()).collect();
    let mut errors = Vec::new();
    let mut wrong = |field: &str, message: &str| errors.push(FieldError::new(field, message));
    if start.as_ref().is_ok_and(|start| *start < today) {
        wrong("startDate", "\"Start Date\" can not be before today. ");
    }
    if end.as_ref().is_ok_and(|end| *end < today) {
        wrong("endDate", "\"End Date\" can not be before today. ");
    }
    if let (Ok(start), Ok(end)) = (&start, &end) {
        if end < start {
            wrong("endDate", "\"End Date\" can not be before \"Start Date\". ");
        } else if (*end - *start).num_days() >= MOST_DAYS {
            wrong("endDate", "\"End Date\" can be at most 30 days after \"Start Date\". ");
        }
    }
    if centers.is_empty() {
        wrong("fulfillmentCenters", "At least one Fulfillment Center is required. ");
    } else if centers.len() > MOST_CENTERS {
        wrong("fulfillmentCenters", "One sync takes at most 100 Fulfillment Centers. ");
    }
    if centers.iter().any(|name| !is_center(name)) {
        wrong("fulfillmentCenters", "There is no such Fulfillment Center. ");
    }
    match (start, end) {
        (Ok(start_date), Ok(end_date)) if errors.is_empty() => Ok(Wanted { start_date, end_date, centers }),
        (start, end) => Err([start.err(), end.err()].into_iter().flatten().chain(errors).collect()),
    }
}

/// Whether it could be a center's name: some text, and not the one that stands for none.
pub fn is_center(name: &str) -> bool {
    !name.is_empty() && name != NO_CENTER && name.chars().count() <= LONGEST
}

/// When the blackout of `now` ends; `None` outside of it. It lasts from 17:30 to 17:50 Central, each day.
pub fn blackout_end(now: Instant) -> Option<Instant> {
    let (start, end) = (NaiveTime::from_hms_opt(17, 30, 0)?, NaiveTime::from_hms_opt(17, 50, 0)?);
    let central = now.utc().with_timezone(&CENTRAL);
    if !(start..end).contains(&central.time()) {
        return None;
    }
    let end = CENTRAL.from_local_datetime(&central.date_naive().and_time(end)).earliest()?;
    Some(end.to_utc().into())
}

/// How long to wait after so many calls that failed: longer each time.
pub fn wait(attempts: u32) -> Duration {
    let doubled = 1_i32.checked_shl(attempts.saturating_sub(1).min(10)).unwrap_or(i32::MAX);
    (FIRST_WAIT * doubled).min(LONGEST_WAIT)
}

/// Whether a center of a sync of `requested_at` is no longer tried at `now`.
pub fn is_given_up(requested_at: Instant, now: Instant) -> bool {
    now.since(requested_at) >= GIVE_UP
}

/// Until when the queue delivers a message that is due at `due`, again and again where its consumer crashes.
pub fn delivered_until(due: Instant) -> Instant {
    (0..DELIVERIES).fold(due, |until, _| until.plus(VISIBILITY))
}

/// What is wrong with centers of which no location is one of `known`; `None` where all are.
pub fn unknown(centers: &BTreeSet<String>, known: &BTreeSet<String>) -> Option<FieldError> {
    let unknown: Vec<&str> = centers.difference(known).map(String::as_str).collect();
    let message = || format!("No location has this Fulfillment Center: {}. ", unknown.join(", "));
    (!unknown.is_empty()).then(|| FieldError::new("fulfillmentCenters", message()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct DateCase {
        name: String,
        today: NaiveDate,
        input: SyncInput,
        errors: Vec<FieldError>,
    }

    #[test]
    fn dates_and_centers_and_their_messages() {
        let cases: Vec<DateCase> = serde_json::from_str(include_str!("../cases/sync.json")).unwrap();
        for DateCase { name, today, input, errors } in cases {
            assert_eq!(check(&input, today).err().unwrap_or_default(), errors, "{name}");
        }
    }

    #[derive(Deserialize)]
    struct BlackoutCase {
        name: String,
        now: Instant,
        until: Option<Instant>,
    }

    #[test]
    fn the_blackout_is_from_half_past_five_to_ten_to_six_central_across_both_clock_changes() {
        let cases: Vec<BlackoutCase> = serde_json::from_str(include_str!("../cases/blackout.json")).unwrap();
        for BlackoutCase { name, now, until } in cases {
            assert_eq!(blackout_end(now), until, "{name}");
        }
    }

    #[test]
    fn a_center_that_is_named_twice_is_synced_once() {
        let input: SyncInput = serde_json::from_value(json!({
            "startDate": "2026-11-21", "endDate": "2026-11-23", "fulfillmentCenters": ["Chicago", " Chicago ", "Dallas"],
        }))
        .unwrap();
        let wanted = check(&input, "2026-11-21".parse().unwrap()).unwrap();
        assert_eq!(wanted.centers.into_iter().collect::<Vec<_>>(), ["Chicago", "Dallas"]);
        assert_eq!(dates(wanted.start_date, wanted.end_date).count(), 3);
    }

    #[test]
    fn calls_are_made_again_less_and_less_often_for_an_hour() {
        let waits: Vec<i64> = (1..=8).map(|attempts| wait(attempts).num_seconds()).collect();
        assert_eq!(waits, [10, 20, 40, 80, 160, 300, 300, 300]);
        assert_eq!(wait(u32::MAX), LONGEST_WAIT);
        let asked: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let after = |minutes| asked.plus(Duration::minutes(minutes));
        assert!(!is_given_up(asked, after(59)) && is_given_up(asked, after(60)));
    }

    #[test]
    fn a_message_is_delivered_for_half_an_hour_after_it_is_due() {
        let due: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        assert_eq!(delivered_until(due), due.plus(Duration::minutes(30)));
    }

    #[test]
    fn centers_that_no_location_has_are_named() {
        let set = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let known = set(&["Chicago", "Dallas"]);
        assert_eq!(unknown(&set(&["Chicago"]), &known), None);
        let message = "No location has this Fulfillment Center: Atlantis, Boston. ";
        let expected = FieldError::new("fulfillmentCenters", message);
        assert_eq!(unknown(&set(&["Boston", "Chicago", "Atlantis"]), &known), Some(expected));
    }

    proptest! {
        #[test]
        fn a_blackout_ends_within_twenty_minutes_and_not_in_a_blackout(seconds in 0_i64..4_000_000_000) {
            let now: Instant = chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default().into();
            if let Some(end) = blackout_end(now) {
                prop_assert!(end > now && end.since(now) <= Duration::minutes(20));
                prop_assert_eq!(blackout_end(end), None);
            }
        }
    }
}
