//! The sweep: every minute it checks the fridges that stopped reporting.

use crate::{
    alerting,
    model::Latest,
    rules::alert,
    store::{LastReceived, Stores},
};
use chrono::Duration;
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::{LocationId, LocationStatus};
use serde_json::{Value, json};
use shared::{Instant, Result};
use std::collections::BTreeSet;

/// Number of fridges that are checked in parallel.
const CONCURRENCY: usize = 32;
/// Number of fridges whose reports are read together.
const BATCH_SIZE: usize = 800;
/// Maximum number of fridges per sweep. This is enough for 100,000 fridges that are silent and are checked twice an hour.
/// The next sweep checks the remaining ones.
const MAX_CHECKS: usize = 6 * BATCH_SIZE;

/// Checks every silent fridge whose check is due. Sweeps can run in parallel or stop halfway: each alert is still raised
/// once.
pub async fn sweep(stores: &Stores, now: Instant) -> Result<Value> {
    let since = stores.latest.swept_until().await?;
    let silent = stores.latest.not_received_since(now.plus(-alert::SILENT_AFTER)).await?;
    let (due, swept_until) = due(silent, since, now);
    let (mut checked, mut still_silent) = (0, 0);
    for batch in due.chunks(BATCH_SIZE) {
        let fridges = stores.latest.get_all(&batch.iter().cloned().collect()).await?;
        checked += fridges.len();
        // The index is eventually consistent: a fridge can have reported in the meantime.
        let fridges: Vec<Latest> =
            fridges.into_iter().filter(|fridge| alert::is_silent(fridge.received_at, now)).collect();
        still_silent += fridges.len();
        let ids = fridges.iter().map(|fridge| fridge.location_id.clone()).collect();
        let in_service = in_service(stores, ids).await?;
        stream::iter(fridges)
            .map(|fridge| check(stores, fridge, &in_service, now))
            .buffer_unordered(CONCURRENCY)
            .try_collect::<()>()
            .await?;
    }
    stores.latest.set_swept_until(swept_until).await?;
    Ok(json!({ "checked": checked, "silent": still_silent }))
}

/// The fridges whose check was due after `since`, most overdue first, at most [`MAX_CHECKS`], and the time until which
/// silent fridges are checked when these are.
fn due(silent: Vec<LastReceived>, since: Option<Instant>, now: Instant) -> (Vec<LocationId>, Instant) {
    let mut due: Vec<(Instant, LocationId)> = silent
        .into_iter()
        .filter_map(|fridge| Some((alert::last_check(fridge.received_at, now)?, fridge.location_id)))
        .filter(|(check, _)| since.is_none_or(|since| *check > since))
        .collect();
    due.sort();
    // Checks that are due at the same time as the first remaining one are repeated.
    let remaining = due.get(MAX_CHECKS).map(|(check, _)| check.plus(-Duration::milliseconds(1)));
    due.truncate(MAX_CHECKS);
    (due.into_iter().map(|(_, id)| id).collect(), remaining.unwrap_or(now))
}

async fn in_service(stores: &Stores, ids: BTreeSet<LocationId>) -> Result<BTreeSet<LocationId>> {
    let locations = stores.locations.get_all(ids).await?;
    let live = locations.into_iter().filter(|(_, location)| location.status == LocationStatus::LIVE);
    Ok(live.map(|(id, _)| id).collect())
}

async fn check(stores: &Stores, fridge: Latest, in_service: &BTreeSet<LocationId>, now: Instant) -> Result<()> {
    let in_service = in_service.contains(&fridge.location_id);
    let steps = fridge.alert_inputs().steps_when_silent(fridge.received_at, in_service);
    alerting::apply_steps(stores, &fridge, steps, now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minute(minutes: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::minutes(minutes))
    }

    fn received(fridge: usize, at: Instant) -> LastReceived {
        LastReceived { location_id: format!("F_{fridge}").parse().unwrap(), received_at: at }
    }

    fn ids(ids: &[LocationId]) -> Vec<&str> {
        ids.iter().map(LocationId::as_str).collect()
    }

    #[test]
    fn checks_only_fridges_whose_check_was_due_after_the_last_sweep() {
        let silent = || vec![received(1, minute(0)), received(2, minute(-2)), received(3, minute(1))];
        let (due_now, until) = due(silent(), Some(minute(29)), minute(31));
        assert_eq!((ids(&due_now), until), (vec!["F_1"], minute(31)));
        let (after_an_outage, _) = due(silent(), None, minute(31));
        assert_eq!(ids(&after_an_outage), ["F_2", "F_1"]);
    }

    #[test]
    fn checks_a_silent_fridge_again_after_half_an_hour() {
        let silent = || vec![received(1, minute(0))];
        assert_eq!(ids(&due(silent(), Some(minute(31)), minute(59)).0), [""; 0]);
        assert_eq!(ids(&due(silent(), Some(minute(59)), minute(61)).0), ["F_1"]);
    }

    #[test]
    fn the_next_sweep_continues_with_the_remaining_fridges() {
        let at = |fridge: usize| minute(0).plus(Duration::milliseconds(i64::try_from(fridge).unwrap()));
        let silent = || (0..=MAX_CHECKS).map(|fridge| received(fridge, at(fridge))).collect();
        let (first, until) = due(silent(), None, minute(31));
        assert_eq!(first.len(), MAX_CHECKS);
        let (second, until) = due(silent(), Some(until), minute(32));
        assert_eq!((ids(&second), until), (vec![format!("F_{MAX_CHECKS}").as_str()], minute(32)));
    }
}
