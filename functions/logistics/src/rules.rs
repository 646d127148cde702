//! The rules of syncs with LogiNext, without I/O. Requirements: `docs/requirements/stocking.md`, section "LogiNext".
//! The web app has the same rules. The cases in `cases/` check that both return the same results.

use chrono::{Duration, NaiveDate, NaiveTime, TimeZone};
use locations::rules::Field;
use routes::rules::parse_day;
use serde::Deserialize;
use serde_json::Value;
use shared::{FieldError, Instant, time::CENTRAL};
use std::collections::BTreeSet;

/// The message that rejects a sync during the blackout.
pub const BLACKOUT: &str = "All LogiNext routes are being synced. Please try again after 5:50pm CT.";
/// The placeholder for locations without a fulfillment center.
pub const NO_CENTER: &str = "Does Not Exist";

/// Maximum number of days of one sync.
const MAX_DAYS: i64 = 31;
/// Maximum number of centers of one sync.
const MAX_CENTERS: usize = 100;
/// Maximum length of a center's name, in characters.
const MAX_NAME_LENGTH: usize = 100;
/// How long a failing call is retried after the sync was requested.
const RETRY_PERIOD: Duration = Duration::hours(1);
/// How often the queue delivers a message: `maxReceiveCount` in `infra/messaging.yaml`.
pub const MAX_DELIVERIES: u32 = 5;
/// The time between two deliveries of a failing message: `VisibilityTimeout` in `infra/messaging.yaml`.
const VISIBILITY_TIMEOUT: Duration = Duration::minutes(6);
/// The delay before the first retry.
const INITIAL_BACKOFF: Duration = Duration::seconds(10);
/// The maximum delay before a retry.
const MAX_BACKOFF: Duration = Duration::seconds(300);

/// The input of a sync, not validated.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SyncInput {
    start_date: Value,
    end_date: Value,
    fulfillment_centers: Vec<String>,
}

/// A validated sync request.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SyncRequest {
    /// The first day.
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    /// The centers without duplicates.
    pub centers: BTreeSet<String>,
}

impl SyncRequest {
    /// The days.
    pub fn dates(&self) -> impl Iterator<Item = NaiveDate> {
        dates(self.start_date, self.end_date)
    }
}

/// The days from the first to the last.
pub fn dates(first: NaiveDate, last: NaiveDate) -> impl Iterator<Item = NaiveDate> {
    first.iter_days().take_while(move |date| *date <= last)
}

/// Validates the input of a sync. `today` is the current business day.
///
/// # Errors
/// All errors, by field.
pub fn parse(input: &SyncInput, today: NaiveDate) -> Result<SyncRequest, Vec<FieldError>> {
    let start = parse_day(Field { name: "startDate", value: &input.start_date });
    let end = parse_day(Field { name: "endDate", value: &input.end_date });
    let centers: BTreeSet<String> = input.fulfillment_centers.iter().map(|name| name.trim().to_owned()).collect();
    let mut errors = Vec::new();
    let mut add_error = |field: &str, message: &str| errors.push(FieldError::new(field, message));
    if start.as_ref().is_ok_and(|start| *start < today) {
        add_error("startDate", "\"Start Date\" can not be before today. ");
    }
    if end.as_ref().is_ok_and(|end| *end < today) {
        add_error("endDate", "\"End Date\" can not be before today. ");
    }
    if let (Ok(start), Ok(end)) = (&start, &end) {
        if end < start {
            add_error("endDate", "\"End Date\" can not be before \"Start Date\". ");
        } else if (*end - *start).num_days() >= MAX_DAYS {
            add_error("endDate", "\"End Date\" can be at most 30 days after \"Start Date\". ");
        }
    }
    if centers.is_empty() {
        add_error("fulfillmentCenters", "At least one Fulfillment Center is required. ");
    } else if centers.len() > MAX_CENTERS {
        add_error("fulfillmentCenters", "One sync takes at most 100 Fulfillment Centers. ");
    }
    if centers.iter().any(|name| !is_center(name)) {
        add_error("fulfillmentCenters", "There is no such Fulfillment Center. ");
    }
    match (start, end) {
        (Ok(start_date), Ok(end_date)) if errors.is_empty() => Ok(SyncRequest { start_date, end_date, centers }),
        (start, end) => Err([start.err(), end.err()].into_iter().flatten().chain(errors).collect()),
    }
}

/// Whether `name` can be the name of a center: non-empty, not too long, and not [`NO_CENTER`].
pub fn is_center(name: &str) -> bool {
    !name.is_empty() && name != NO_CENTER && name.chars().count() <= MAX_NAME_LENGTH
}

/// The end of the blackout at `now`; `None` outside of it. The blackout is from 17:30 to 17:50 Central every day
/// (LGX-3).
pub fn blackout_end(now: Instant) -> Option<Instant> {
    let (start, end) = (NaiveTime::from_hms_opt(17, 30, 0)?, NaiveTime::from_hms_opt(17, 50, 0)?);
    let central = now.utc().with_timezone(&CENTRAL);
    if !(start..end).contains(&central.time()) {
        return None;
    }
    let end = CENTRAL.from_local_datetime(&central.date_naive().and_time(end)).earliest()?;
    Some(end.to_utc().into())
}

/// The delay before the next call after `attempts` failed calls. It doubles with each failure.
pub fn backoff(attempts: u32) -> Duration {
    let doubled = 1_i32.checked_shl(attempts.saturating_sub(1).min(10)).unwrap_or(i32::MAX);
    (INITIAL_BACKOFF * doubled).min(MAX_BACKOFF)
}

/// Whether the retry period of a sync that was requested at `requested_at` is over at `now`.
pub fn is_expired(requested_at: Instant, now: Instant) -> bool {
    now.since(requested_at) >= RETRY_PERIOD
}

/// Until when the queue redelivers a message that is due at `due` while its consumer crashes.
pub fn delivered_until(due: Instant) -> Instant {
    (0..MAX_DELIVERIES).fold(due, |until, _| until.plus(VISIBILITY_TIMEOUT))
}

/// The error for centers that are not in `known`. `None` if all are.
pub fn check_known(centers: &BTreeSet<String>, known: &BTreeSet<String>) -> Option<FieldError> {
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
    fn sync_cases_return_the_expected_errors() {
        let cases: Vec<DateCase> = serde_json::from_str(include_str!("../cases/sync.json")).unwrap();
        for DateCase { name, today, input, errors } in cases {
            assert_eq!(parse(&input, today).err().unwrap_or_default(), errors, "{name}");
        }
    }

    #[derive(Deserialize)]
    struct BlackoutCase {
        name: String,
        now: Instant,
        until: Option<Instant>,
    }

    #[test]
    fn blackout_is_from_1730_to_1750_central_across_both_clock_changes() {
        let cases: Vec<BlackoutCase> = serde_json::from_str(include_str!("../cases/blackout.json")).unwrap();
        for BlackoutCase { name, now, until } in cases {
            assert_eq!(blackout_end(now), until, "{name}");
        }
    }

    #[test]
    fn removes_duplicate_centers() {
        let input: SyncInput = serde_json::from_value(json!({
            "startDate": "2026-11-21", "endDate": "2026-11-23", "fulfillmentCenters": ["Chicago", " Chicago ", "Dallas"],
        }))
        .unwrap();
        let request = parse(&input, "2026-11-21".parse().unwrap()).unwrap();
        assert_eq!(request.centers.into_iter().collect::<Vec<_>>(), ["Chicago", "Dallas"]);
        assert_eq!(dates(request.start_date, request.end_date).count(), 3);
    }

    #[test]
    fn backoff_doubles_and_retries_end_after_an_hour() {
        let delays: Vec<i64> = (1..=8).map(|attempts| backoff(attempts).num_seconds()).collect();
        assert_eq!(delays, [10, 20, 40, 80, 160, 300, 300, 300]);
        assert_eq!(backoff(u32::MAX), MAX_BACKOFF);
        let requested: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let after = |minutes| requested.plus(Duration::minutes(minutes));
        assert!(!is_expired(requested, after(59)) && is_expired(requested, after(60)));
    }

    #[test]
    fn redelivers_a_message_for_30_minutes_after_it_is_due() {
        let due: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        assert_eq!(delivered_until(due), due.plus(Duration::minutes(30)));
    }

    #[test]
    fn rejects_unknown_centers_by_name() {
        let set = |names: &[&str]| names.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let known = set(&["Chicago", "Dallas"]);
        assert_eq!(check_known(&set(&["Chicago"]), &known), None);
        let message = "No location has this Fulfillment Center: Atlantis, Boston. ";
        let expected = FieldError::new("fulfillmentCenters", message);
        assert_eq!(check_known(&set(&["Boston", "Chicago", "Atlantis"]), &known), Some(expected));
    }

    proptest! {
        #[test]
        fn a_blackout_ends_within_20_minutes(seconds in 0_i64..4_000_000_000) {
            let now: Instant = chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default().into();
            if let Some(end) = blackout_end(now) {
                prop_assert!(end > now && end.since(now) <= Duration::minutes(20));
                prop_assert_eq!(blackout_end(end), None);
            }
        }
    }
}
