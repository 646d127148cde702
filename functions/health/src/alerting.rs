//! Opens, corrects and clears the alerts of a fridge.

use crate::{
    live_events,
    model::{FridgeAlert, FridgeAlertKind, FridgeAlertState, HealthReport, Latest},
    rules::{
        alert::{self, Step},
        temperature,
    },
    store::{EntrySource, Stores},
};
use locations::model::LocationStatus;
use shared::{Instant, Result};

/// The state after the newest report. It must equal the result of [`crate::store::LatestStore::put_report`].
pub(crate) fn latest_after_report(
    before: Option<&Latest>,
    source: &EntrySource,
    now: Instant,
    report: HealthReport,
) -> Latest {
    let (warm, out_of_order) = alert::statements(&report, source.at);
    let conditions = before.map(|before| (before.warm_reports.clone(), before.out_of_order_reports.clone()));
    let (warm_reports, out_of_order_reports) = conditions.unwrap_or_default();
    Latest {
        location_id: source.location.clone(),
        timestamp: source.at,
        received_at: now,
        message_id: source.message_id,
        warm_reports: warm_reports.with(warm),
        out_of_order_reports: out_of_order_reports.with(out_of_order),
        revision: before.map_or(0, |before| before.revision) + 1,
        open: before.map(|before| before.open.clone()).unwrap_or_default(),
        followed_until: before.and_then(|before| before.followed_until),
        health: report,
    }
}

/// Applies the steps that follow from `latest`. A step is skipped if a newer report changed the fridge or another run
/// already applied it; in both cases the other run decides.
pub(crate) async fn apply_steps(stores: &Stores, latest: &Latest, steps: Vec<Step>, now: Instant) -> Result<()> {
    let raises = steps.iter().any(|step| matches!(step, Step::Open(..)));
    if raises && !is_in_service(stores, latest).await? {
        return clear_alerts(stores, latest, &steps, now).await;
    }
    for step in &steps {
        if let Step::Open(kind, since) = *step {
            open_alert(stores, latest, kind, since, now).await?;
        }
    }
    correct_alerts(stores, latest, &steps).await?;
    clear_alerts(stores, latest, &steps, now).await
}

/// Only a `LIVE` fridge raises alerts, not one that is being set up or was retired.
async fn is_in_service(stores: &Stores, latest: &Latest) -> Result<bool> {
    let location = stores.locations.get(&latest.location_id).await?;
    Ok(location.is_some_and(|location| location.status == LocationStatus::LIVE))
}

async fn open_alert(
    stores: &Stores,
    latest: &Latest,
    kind: FridgeAlertKind,
    since: Instant,
    now: Instant,
) -> Result<()> {
    let alert = FridgeAlert {
        id: FridgeAlert::id(now, kind, &latest.location_id),
        location: latest.location_id.clone(),
        kind,
        state: FridgeAlertState::Open,
        since,
        opened_at: now,
        detail: detail(kind, &latest.health),
        cleared_at: None,
        acknowledged_at: None,
        acknowledged_by: None,
        note: None,
    };
    let actions = vec![
        stores.alerts.open(&alert)?,
        stores.latest.open(latest, kind, &alert.id)?,
        stores.notices.mark_due(&alert.location, &alert.id, now)?,
    ];
    if stores.transact(actions).await? {
        live_events::publish_alert(&stores.live, &alert).await;
    }
    Ok(())
}

async fn clear_alerts(stores: &Stores, latest: &Latest, steps: &[Step], now: Instant) -> Result<()> {
    for step in steps {
        let Step::Clear(kind) = step else { continue };
        let Some(id) = latest.open.get(kind) else { continue };
        let actions = vec![
            stores.alerts.clear(&latest.location_id, id, now)?,
            stores.latest.clear(latest, *kind, id)?,
            stores.notices.mark_due(&latest.location_id, id, now)?,
        ];
        if stores.transact(actions).await?
            && let Some(alert) = stores.alerts.get(&latest.location_id, id).await?
        {
            live_events::publish_alert(&stores.live, &alert).await;
        }
    }
    Ok(())
}

async fn correct_alerts(stores: &Stores, latest: &Latest, steps: &[Step]) -> Result<()> {
    for step in steps {
        let Step::Correct(kind, since) = *step else { continue };
        let Some(id) = latest.open.get(&kind) else { continue };
        let actions =
            vec![stores.alerts.correct(&latest.location_id, id, since)?, stores.latest.keep_open(latest, kind, id)?];
        if stores.transact(actions).await?
            && let Some(alert) = stores.alerts.get(&latest.location_id, id).await?
        {
            live_events::publish_alert(&stores.live, &alert).await;
        }
    }
    Ok(())
}

/// The reported value that raises the alert, shown in the list of alerts.
fn detail(kind: FridgeAlertKind, report: &HealthReport) -> Option<String> {
    match kind {
        FridgeAlertKind::TooWarm => report.temperature.map(temperature::format_degrees),
        FridgeAlertKind::OutOfOrder => Some(report.all_reasons.join(", ")).filter(|reasons| !reasons.is_empty()),
        FridgeAlertKind::Silent => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use uuid::Uuid;

    #[test]
    fn keeps_the_start_of_a_condition_that_continues() {
        let source = |at: &str| EntrySource {
            location: "FRIDGE_1".parse().unwrap(),
            at: at.parse().unwrap(),
            message_id: Uuid::from_u128(1),
        };
        let report = |value| serde_json::from_value(value).unwrap();
        let first = source("2026-11-21T10:00:00Z");
        let before =
            latest_after_report(None, &first, first.at, report(json!({"temperature": 44.0, "outOfOrder": true})));
        let next = source("2026-11-21T10:40:00Z");
        let warm = latest_after_report(
            Some(&before),
            &next,
            next.at,
            report(json!({"temperature": 45.0, "outOfOrder": false})),
        );
        let inputs = warm.alert_inputs();
        assert_eq!(inputs.warm_since, Some(first.at));
        assert_eq!(inputs.out_of_order_since, None);
    }

    #[test]
    fn an_alert_contains_the_reported_value() {
        let report = HealthReport {
            temperature: Some(44.56),
            all_reasons: vec!["MOTOR_FAULT".into(), "DOOR_OPEN".into()],
            ..HealthReport::default()
        };
        assert_eq!(detail(FridgeAlertKind::TooWarm, &report).as_deref(), Some("44.6 °F"));
        assert_eq!(detail(FridgeAlertKind::OutOfOrder, &report).as_deref(), Some("MOTOR_FAULT, DOOR_OPEN"));
        assert_eq!(detail(FridgeAlertKind::OutOfOrder, &HealthReport::default()), None);
        assert_eq!(detail(FridgeAlertKind::Silent, &report), None);
    }
}
