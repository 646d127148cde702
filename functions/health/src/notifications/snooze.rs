//! Snoozes: a pause of the notices about a fridge's alerts.

use crate::{
    model::AlertSnooze,
    store::{NoticeStore, SettingsStore},
};
use chrono::Duration;
use locations::{model::LocationId, store::LocationStore};
use serde::Deserialize;
use serde_json::json;
use shared::{
    Environment, Error, FieldError, FromEnvironment, Instant, Page, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
    bounded::too_long,
    error::all_valid,
    table::Transaction,
};

/// The longest snooze.
const MAX_DURATION: Duration = Duration::days(7);
/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 200;

/// The stores that snoozing needs.
#[derive(Debug)]
pub struct Snoozes {
    settings: SettingsStore,
    notices: NoticeStore,
    locations: LocationStore,
    audit: AuditTable,
}

impl FromEnvironment for Snoozes {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (settings, notices) = FromEnvironment::from_environment(environment)?;
        let (locations, audit) = FromEnvironment::from_environment(environment)?;
        Ok(Self { settings, notices, locations, audit })
    }
}

/// Arguments of `alertSnoozes`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertSnoozesArguments {
    next_token: Option<String>,
}

/// Arguments of `snoozeFridgeAlerts`.
#[derive(Debug, Deserialize)]
pub struct SnoozeArguments {
    input: SnoozeInput,
}

#[derive(Debug, Deserialize)]
struct SnoozeInput {
    location: LocationId,
    until: Instant,
    reason: String,
}

/// Arguments of `endFridgeAlertSnooze`.
#[derive(Debug, Deserialize)]
pub struct EndSnoozeArguments {
    location: LocationId,
}

/// The snoozes that are active at `now`.
pub async fn alert_snoozes(
    settings: &SettingsStore,
    AlertSnoozesArguments { next_token }: AlertSnoozesArguments,
    now: Instant,
) -> Result<Page<AlertSnooze>> {
    settings.snoozes(now, next_token.as_deref()).await
}

/// Snoozes the alerts of a fridge. A new snooze replaces an active one. A repeated call returns the stored snooze.
///
/// # Errors
/// [`Error::Invalid`] if the end is not in the next 7 days or the reason is missing, [`Error::NotFound`] if the fridge does
/// not exist.
pub async fn snooze_fridge_alerts(
    snoozes: &Snoozes,
    Request { permit, now, input: SnoozeArguments { input } }: Request<SnoozeArguments>,
) -> Result<AlertSnooze> {
    let reason = input.reason.trim().to_owned();
    all_valid(errors(input.until, &reason, now))?;
    let location = snoozes.locations.require(&input.location).await?;
    let snooze = AlertSnooze { location: location.id, until: input.until, reason, by: permit.user().into(), at: now };
    let before = snoozes.settings.snooze(&snooze.location).await?.filter(|before| before.until > now);
    if let Some(stored) = before.as_ref().filter(|before| is_same(before, &snooze)) {
        return Ok(stored.clone());
    }
    let change = Change {
        attribute: "until".into(),
        from: before.map(|before| json!(before.until)),
        to: Some(json!(snooze.until)),
    };
    let entry = Entry::new(Subject::AlertSnooze(snooze.location.as_str()), "SNOOZED", &permit, now)
        .with(vec![change])
        .with_reason(Some(snooze.reason.clone()));
    let transaction = Transaction::new().with(snoozes.settings.put_snooze(&snooze)?);
    if !transaction.audited(&snoozes.audit, &entry)?.send(snoozes.settings.client()).await?.is_written() {
        return Err(Error::retryable("the snooze was not stored"));
    }
    Ok(snooze)
}

/// Ends the snooze of a fridge early. Its due notices are then sent. A fridge without a snooze stays unchanged, so a call
/// can be repeated.
pub async fn end_fridge_alert_snooze(
    snoozes: &Snoozes,
    Request { permit, now, input: EndSnoozeArguments { location } }: Request<EndSnoozeArguments>,
) -> Result<bool> {
    if let Some(snooze) = snoozes.settings.snooze(&location).await?.filter(|snooze| snooze.until > now) {
        let change = Change { attribute: "until".into(), from: Some(json!(snooze.until)), to: Some(json!(now)) };
        let entry =
            Entry::new(Subject::AlertSnooze(location.as_str()), "SNOOZE_ENDED", &permit, now).with(vec![change]);
        let transaction = Transaction::new().with(snoozes.settings.delete_snooze(&snooze)?);
        if !transaction.audited(&snoozes.audit, &entry)?.send(snoozes.settings.client()).await?.is_written() {
            return Err(Error::conflict("Another user changed this snooze. Check it and try again."));
        }
    }
    snoozes.notices.wake(&location, now).await?;
    Ok(true)
}

/// Whether the stored snooze is the result of an earlier call of this user with the same input, whose response was lost.
fn is_same(stored: &AlertSnooze, snooze: &AlertSnooze) -> bool {
    *stored == AlertSnooze { at: stored.at, ..snooze.clone() }
}

fn errors(until: Instant, reason: &str, now: Instant) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if until <= now {
        errors.push(FieldError::new("input.until", "until must be in the future"));
    } else if until.since(now) > MAX_DURATION {
        errors.push(FieldError::new("input.until", "until can be at most 7 days from now"));
    }
    if reason.is_empty() {
        errors.push(FieldError::new("input.reason", "reason is required"));
    } else if let Some(error) = too_long(reason, MAX_REASON) {
        errors.push(FieldError::new("input.reason", format!("reason {error}")));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::a_minute(1, "Technician on site", None)]
    #[case::seven_days(7 * 24 * 60, "Closed", None)]
    #[case::now(0, "Closed", Some("until must be in the future"))]
    #[case::too_long(7 * 24 * 60 + 1, "Closed", Some("until can be at most 7 days from now"))]
    #[case::without_a_reason(60, "", Some("reason is required"))]
    fn a_snooze_has_an_end_within_seven_days_and_a_reason(
        #[case] minutes: i64,
        #[case] reason: &str,
        #[case] expected: Option<&str>,
    ) {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let messages: Vec<String> =
            errors(now.plus(Duration::minutes(minutes)), reason, now).into_iter().map(|error| error.message).collect();
        assert_eq!(messages, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn recognizes_a_repeated_call_of_the_same_user() {
        let at = |minutes: i64| "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes));
        let snooze = |by: &str, until: i64, now: i64| AlertSnooze {
            location: "CHI_0001".parse().unwrap(),
            until: at(until),
            reason: "Technician on site".into(),
            by: by.into(),
            at: at(now),
        };
        let stored = snooze("ann", 60, 0);
        assert!(is_same(&stored, &snooze("ann", 60, 1)));
        assert!(!is_same(&stored, &snooze("ann", 90, 1)));
        assert!(!is_same(&stored, &snooze("bob", 60, 1)));
    }

    #[test]
    fn limits_a_reason_to_200_characters() {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let count = |length: usize| errors(now.plus(Duration::hours(1)), &"°".repeat(length), now).len();
        assert_eq!((count(200), count(201)), (0, 1));
    }
}
