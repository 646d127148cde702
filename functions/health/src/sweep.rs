//! The sweep: each minute it looks at the fridges that may have fallen silent.

use crate::{model::Latest, rules::alert, store::Stores, watch};
use futures::{StreamExt, TryStreamExt, stream};
use locations::model::{LocationId, LocationStatus};
use serde_json::{Value, json};
use shared::{Instant, Result};
use std::collections::BTreeSet;

/// Fridges that are seen to at once.
const AT_ONCE: usize = 32;
/// Rounds of one sweep, each of up to 800 fridges: enough for 100,000 fridges, each looked at twice an hour. What is
/// more waits a minute for the next sweep.
const ROUNDS: usize = 6;

/// Looks at every fridge whose time has come. It may run twice at once, or break off: an alert is raised once.
pub async fn sweep(stores: &Stores, now: Instant) -> Result<Value> {
    let (mut looked, mut silent) = (0, 0);
    for _ in 0..ROUNDS {
        let (due, more) = stores.latest.due(now).await?;
        let fridges = stores.latest.get_all(&due).await?;
        let quiet: BTreeSet<LocationId> =
            fridges.iter().filter(|fridge| is_silent(fridge, now)).map(|fridge| fridge.location_id.clone()).collect();
        let in_service = in_service(stores, quiet.clone()).await?;
        (looked, silent) = (looked + fridges.len(), silent + quiet.len());
        stream::iter(fridges)
            .map(|fridge| look(stores, fridge, &in_service, now))
            .buffer_unordered(AT_ONCE)
            .try_collect::<()>()
            .await?;
        // The index lags behind what was just noted: asking again without need would look at the same ones twice.
        if !more {
            break;
        }
    }
    Ok(json!({ "looked": looked, "silent": silent }))
}

fn is_silent(fridge: &Latest, now: Instant) -> bool {
    alert::is_silent(fridge.received_at, now)
}

async fn in_service(stores: &Stores, ids: BTreeSet<LocationId>) -> Result<BTreeSet<LocationId>> {
    let locations = stores.locations.get_all(ids).await?;
    let live = locations.into_iter().filter(|(_, location)| location.status == LocationStatus::LIVE);
    Ok(live.map(|(id, _)| id).collect())
}

async fn look(stores: &Stores, fridge: Latest, in_service: &BTreeSet<LocationId>, now: Instant) -> Result<()> {
    let heard = fridge.received_at;
    if is_silent(&fridge, now) {
        let live = in_service.contains(&fridge.location_id);
        watch::settle(stores, &fridge, fridge.watch().steps_in_silence(heard, live), now).await?;
    }
    stores.latest.look_again(&fridge.location_id, alert::look_again(heard, now)).await
}
