//! The sweep: every minute it checks the fridges that may have stopped reporting.

use crate::{alerting, model::Latest, rules::alert, store::Stores};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::{LocationId, LocationStatus};
use serde_json::{Value, json};
use shared::{Instant, Result};
use std::collections::BTreeSet;

/// Number of fridges that are checked in parallel.
const CONCURRENCY: usize = 32;
/// Maximum number of rounds per sweep, of up to 800 fridges each. This is enough for 100,000 fridges that are checked
/// twice an hour. The next sweep checks the remaining ones.
const MAX_ROUNDS: usize = 6;

/// Checks every fridge whose check is due. Sweeps can run in parallel or stop halfway: each alert is still raised once.
pub async fn sweep(stores: &Stores, now: Instant) -> Result<Value> {
    let (mut checked, mut silent) = (0, 0);
    for _ in 0..MAX_ROUNDS {
        let (due, more) = stores.latest.due(now).await?;
        let fridges = stores.latest.get_all(&due).await?;
        let silent_ids: BTreeSet<LocationId> =
            fridges.iter().filter(|fridge| is_silent(fridge, now)).map(|fridge| fridge.location_id.clone()).collect();
        let in_service = in_service(stores, silent_ids.clone()).await?;
        (checked, silent) = (checked + fridges.len(), silent + silent_ids.len());
        stream::iter(fridges)
            .map(|fridge| check(stores, fridge, &in_service, now))
            .buffer_unordered(CONCURRENCY)
            .try_collect::<()>()
            .await?;
        // The index is eventually consistent: another query now could return the fridges that were just checked.
        if !more {
            break;
        }
    }
    Ok(json!({ "checked": checked, "silent": silent }))
}

fn is_silent(fridge: &Latest, now: Instant) -> bool {
    alert::is_silent(fridge.received_at, now)
}

async fn in_service(stores: &Stores, ids: BTreeSet<LocationId>) -> Result<BTreeSet<LocationId>> {
    let locations = stores.locations.get_all(ids).await?;
    let live = locations.into_iter().filter(|(_, location)| location.status == LocationStatus::LIVE);
    Ok(live.map(|(id, _)| id).collect())
}

async fn check(stores: &Stores, fridge: Latest, in_service: &BTreeSet<LocationId>, now: Instant) -> Result<()> {
    let last_received = fridge.received_at;
    if is_silent(&fridge, now) {
        let in_service = in_service.contains(&fridge.location_id);
        alerting::apply_steps(stores, &fridge, fridge.alert_inputs().steps_when_silent(last_received, in_service), now)
            .await?;
    }
    stores.latest.set_next_check(&fridge.location_id, alert::next_check(last_received, now)).await
}
