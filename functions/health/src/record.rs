//! Records the telemetry messages of fridges.
//!
//! Messages can be duplicated or arrive out of order. The newest report becomes the latest one, and the history stores
//! each message once.

use crate::{
    alerting, live_events,
    model::{CheckpointEvent, FridgeTemperature, HealthReport, Latest, SegmentEvent},
    rules::{change, report, temperature},
    store::{ConditionsUpdate, Entry, EntrySource, ReportOutcome, Stores},
};
use locations::model::LocationId;
use shared::{Error, Instant, Result, live::Live};
use uuid::Uuid;

/// Records a health report and raises, corrects and clears the fridge's alerts.
///
/// # Errors
/// [`shared::Error::Invalid`] if a value is out of bounds. If a service fails, the message can be recorded again: every
/// step is idempotent.
pub async fn health_report(
    stores: &Stores,
    location: &LocationId,
    (occurred_at, now): (Instant, Instant),
    message_id: Uuid,
    report: HealthReport,
) -> Result<()> {
    report::check_report(&report)?;
    let outcome = stores.latest.put_report(location, (occurred_at, now), message_id, &report).await?;
    let source = EntrySource { location: location.clone(), at: occurred_at, message_id };
    let (before, latest) = match outcome {
        ReportOutcome::Newest(before) => {
            let latest = alerting::latest_after_report(before.as_ref(), &source, now, report.clone());
            (before, latest)
        }
        ReportOutcome::Duplicate(latest) => (None, latest),
        ReportOutcome::Late(stored) => return record_late_report(stores, stored, &source, report, now).await,
    };
    stores.history.put(&source, &entries(before.as_ref(), occurred_at, &report)).await?;
    alerting::apply_steps(stores, &latest, latest.alert_inputs().steps(), now).await?;
    if before.as_ref().is_some_and(|before| before.warm_reports.is_long() || before.out_of_order_reports.is_long()) {
        // A conflict needs no retry: the other report trims the conditions, too.
        stores.latest.update_conditions(&latest).await?;
    }
    publish_changes(&stores.live, before.as_ref(), &latest, now).await;
    Ok(())
}

/// Maximum attempts to store a late report while other reports change the same fridge.
const MAX_ATTEMPTS: u32 = 5;

/// Records a report that is older than the latest one: its temperature and its statements about the conditions that
/// raise alerts.
async fn record_late_report(
    stores: &Stores,
    mut stored: Latest,
    source: &EntrySource,
    report: HealthReport,
    now: Instant,
) -> Result<()> {
    stores.history.put(source, &entries(None, source.at, &report)).await?;
    for _ in 0..MAX_ATTEMPTS {
        let latest = stored.with_late_report(source.at, &report);
        let update = if latest == stored {
            ConditionsUpdate::Stored(stored)
        } else {
            stores.latest.update_conditions(&latest).await?
        };
        match update {
            ConditionsUpdate::Stored(latest) => {
                return alerting::apply_steps(stores, &latest, latest.alert_inputs().steps_after_late_report(), now)
                    .await;
            }
            ConditionsUpdate::Conflict(current) => stored = current,
        }
    }
    Err(Error::retryable(format!("other reports keep changing the health of {}", source.location)))
}

/// Publishes the change to the open pages that show it. The page of a fridge receives events only while it follows the
/// fridge, because each event costs money.
async fn publish_changes(live: &Live, before: Option<&Latest>, latest: &Latest, now: Instant) {
    if before.is_none_or(|before| change::is_published_to_fridge_page(before, latest, now)) {
        live_events::publish_to_fridge_page(live, latest).await;
    }
    if before.is_none_or(|before| change::affects_fleet_pages(&before.health, &latest.health)) {
        live_events::publish_to_fleet_pages(live, latest).await;
    }
}

/// The history entries of a report, given the previous state.
fn entries(before: Option<&Latest>, at: Instant, report: &HealthReport) -> Vec<Entry> {
    let reading = |health: &HealthReport, timestamp| {
        health.temperature.map(|temperature| FridgeTemperature { timestamp, temperature })
    };
    let last = before.and_then(|before| reading(&before.health, before.timestamp));
    let temperature = reading(report, at).filter(|current| temperature::should_store(last, *current));
    let changes = before.map(|before| change::changes(&before.health, report)).unwrap_or_default();
    let changes = (!changes.is_empty()).then_some(Entry::Changes(changes));
    temperature.map(|current| Entry::Temperature(current.temperature)).into_iter().chain(changes).collect()
}

/// Records an event of a stocking.
///
/// # Errors
/// [`shared::Error::Invalid`] if the name is empty or too long, or the data is too large.
pub async fn checkpoint_event(
    stores: &Stores,
    location: &LocationId,
    occurred_at: Instant,
    message_id: Uuid,
    event: CheckpointEvent,
) -> Result<()> {
    report::check_checkpoint(&event)?;
    let source = EntrySource { location: location.clone(), at: occurred_at, message_id };
    stores.history.put(&source, &[Entry::Checkpoint(event)]).await
}

/// Records a customer event.
///
/// # Errors
/// [`shared::Error::Invalid`] if the payload is too large.
pub async fn segment_event(
    stores: &Stores,
    location: &LocationId,
    occurred_at: Instant,
    message_id: Uuid,
    event: SegmentEvent,
) -> Result<()> {
    report::check_segment(&event)?;
    let source = EntrySource { location: location.clone(), at: occurred_at, message_id };
    stores.history.put(&source, &[Entry::Segment(event)]).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn latest(report: Value) -> Latest {
        let source = EntrySource {
            location: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-21T10:00:00Z".parse().unwrap(),
            message_id: Uuid::from_u128(1),
        };
        alerting::latest_after_report(None, &source, source.at, serde_json::from_value(report).unwrap())
    }

    #[test]
    fn stores_changed_temperatures_and_states_in_the_history() {
        let before = latest(json!({"temperature": 38.0, "outOfOrder": false}));
        let stored_kinds = |at: &str, report: Value| {
            let kinds = entries(Some(&before), at.parse().unwrap(), &serde_json::from_value(report).unwrap());
            kinds.iter().map(|entry| matches!(entry, Entry::Temperature(_))).collect::<Vec<_>>()
        };
        assert_eq!(stored_kinds("2026-11-21T10:01:00Z", json!({"temperature": 38.0, "outOfOrder": false})), [false; 0]);
        assert_eq!(stored_kinds("2026-11-21T10:10:00Z", json!({"temperature": 38.0, "outOfOrder": false})), [true]);
        assert_eq!(
            stored_kinds("2026-11-21T10:01:00Z", json!({"temperature": 39.0, "outOfOrder": true})),
            [true, false]
        );
    }

    #[test]
    fn stores_only_the_temperature_of_a_first_or_late_report() {
        let at = "2026-11-21T10:00:00Z".parse().unwrap();
        let report = serde_json::from_value(json!({"temperature": 38.0, "outOfOrder": true})).unwrap();
        assert_eq!(entries(None, at, &report), [Entry::Temperature(38.0)]);
        assert_eq!(entries(None, at, &HealthReport::default()), []);
    }
}
