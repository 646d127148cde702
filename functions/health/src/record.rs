//! Recording what fridges tell.
//!
//! All of it may come twice or out of order. The newest report is the latest; the history has each message once.

use crate::{
    model::{CheckpointEvent, FridgeTemperature, HealthReport, Latest, SegmentEvent},
    news,
    rules::{change, report, temperature},
    store::{Entry, Kept, Outcome, Stores, Told},
    watch,
};
use locations::model::LocationId;
use shared::{Error, Instant, Result, live::Live};
use uuid::Uuid;

/// Records a report of a fridge's health, and raises and clears alerts by it.
///
/// # Errors
/// [`shared::Error::Invalid`] for what no fridge can mean. Where a service fails the message may come again: what was
/// done already is found done.
pub async fn health_report(
    stores: &Stores,
    location: &LocationId,
    (occurred_at, now): (Instant, Instant),
    message_id: Uuid,
    report: HealthReport,
) -> Result<()> {
    report::check_report(&report)?;
    let outcome = stores.latest.tell(location, (occurred_at, now), message_id, &report).await?;
    let told = Told { location: location.clone(), at: occurred_at, message_id };
    let (before, latest) = match outcome {
        Outcome::Newest(before) => {
            let latest = watch::after(before.as_ref(), &told, now, report.clone());
            (before, latest)
        }
        Outcome::Again(latest) => (None, latest),
        Outcome::Late(stored) => return late(stores, stored, &told, report, now).await,
    };
    stores.history.put(&told, &entries(before.as_ref(), occurred_at, &report)).await?;
    watch::settle(stores, &latest, latest.watch().steps(), now).await?;
    if before.as_ref().is_some_and(|before| before.warm_reports.is_long() || before.out_of_order_reports.is_long()) {
        // Another report that comes first trims as well.
        stores.latest.keep(&latest).await?;
    }
    tell(&stores.live, before.as_ref(), &latest).await;
    Ok(())
}

/// How often a late report is tried again, where other reports of the fridge are stored at the same time.
const TRIES: u32 = 5;

/// Records a report that is older than the newest: its temperature, and what it adds to what is known of the conditions
/// that raise alerts.
async fn late(stores: &Stores, mut stored: Latest, told: &Told, report: HealthReport, now: Instant) -> Result<()> {
    stores.history.put(told, &entries(None, told.at, &report)).await?;
    for _ in 0..TRIES {
        let latest = stored.with_late(told.at, &report);
        let kept = if latest == stored { Kept::Stored(stored) } else { stores.latest.keep(&latest).await? };
        match kept {
            Kept::Stored(latest) => {
                return watch::settle(stores, &latest, latest.watch().steps_after_a_late_report(), now).await;
            }
            Kept::Changed(changed) => stored = changed,
        }
    }
    Err(Error::retryable(format!("other reports of {} are stored at the same time", told.location)))
}

/// Tells the pages that are open, as far as it is news to them.
async fn tell(live: &Live, before: Option<&Latest>, latest: &Latest) {
    let is = (&latest.health, latest.timestamp);
    if before.is_none_or(|before| change::is_news_of_the_fridge((&before.health, before.timestamp), is)) {
        news::tell_fridge(live, latest).await;
    }
    if before.is_none_or(|before| change::is_news_of_the_fleet(&before.health, &latest.health)) {
        news::tell_fleet(live, latest).await;
    }
}

/// What of a report is kept in the history, where that was told `before`.
fn entries(before: Option<&Latest>, at: Instant, report: &HealthReport) -> Vec<Entry> {
    let told = |health: &HealthReport, timestamp| {
        health.temperature.map(|temperature| FridgeTemperature { timestamp, temperature })
    };
    let last = before.and_then(|before| told(&before.health, before.timestamp));
    let temperature = told(report, at).filter(|told| temperature::is_kept(last, *told));
    let changes = before.map(|before| change::changes(&before.health, report)).unwrap_or_default();
    let changes = (!changes.is_empty()).then_some(Entry::Changes(changes));
    temperature.map(|told| Entry::Temperature(told.temperature)).into_iter().chain(changes).collect()
}

/// Records what happened during a stocking.
///
/// # Errors
/// [`shared::Error::Invalid`] for an event without a name, or with too much to tell.
pub async fn checkpoint_event(
    stores: &Stores,
    location: &LocationId,
    occurred_at: Instant,
    message_id: Uuid,
    event: CheckpointEvent,
) -> Result<()> {
    report::check_checkpoint(&event)?;
    let told = Told { location: location.clone(), at: occurred_at, message_id };
    stores.history.put(&told, &[Entry::Checkpoint(event)]).await
}

/// Records what a customer did.
///
/// # Errors
/// As [`checkpoint_event`].
pub async fn segment_event(
    stores: &Stores,
    location: &LocationId,
    occurred_at: Instant,
    message_id: Uuid,
    event: SegmentEvent,
) -> Result<()> {
    report::check_segment(&event)?;
    let told = Told { location: location.clone(), at: occurred_at, message_id };
    stores.history.put(&told, &[Entry::Segment(event)]).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn latest(report: Value) -> Latest {
        let told = Told {
            location: "FRIDGE_1".parse().unwrap(),
            at: "2026-11-21T10:00:00Z".parse().unwrap(),
            message_id: Uuid::from_u128(1),
        };
        watch::after(None, &told, told.at, serde_json::from_value(report).unwrap())
    }

    #[test]
    fn the_history_has_what_changed_and_temperatures_that_moved() {
        let before = latest(json!({"temperature": 38.0, "outOfOrder": false}));
        let kept = |at: &str, report: Value| {
            let kinds = entries(Some(&before), at.parse().unwrap(), &serde_json::from_value(report).unwrap());
            kinds.iter().map(|entry| matches!(entry, Entry::Temperature(_))).collect::<Vec<_>>()
        };
        assert_eq!(kept("2026-11-21T10:01:00Z", json!({"temperature": 38.0, "outOfOrder": false})), [false; 0]);
        assert_eq!(kept("2026-11-21T10:10:00Z", json!({"temperature": 38.0, "outOfOrder": false})), [true]);
        assert_eq!(kept("2026-11-21T10:01:00Z", json!({"temperature": 39.0, "outOfOrder": true})), [true, false]);
    }

    #[test]
    fn of_a_first_or_a_late_report_the_history_has_the_temperature() {
        let at = "2026-11-21T10:00:00Z".parse().unwrap();
        let report = serde_json::from_value(json!({"temperature": 38.0, "outOfOrder": true})).unwrap();
        assert_eq!(entries(None, at, &report), [Entry::Temperature(38.0)]);
        assert_eq!(entries(None, at, &HealthReport::default()), []);
    }
}
