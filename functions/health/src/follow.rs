//! Pages that follow a fridge. Reports are published only to pages that are open, because each event costs money.

use crate::store::LatestStore;
use chrono::Duration;
use futures::try_join;
use inventory::store::InventoryStore;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Instant, Result};

/// How long a call follows a fridge. A page repeats the call every 5 minutes, so that one lost call has no effect.
const FOLLOW_PERIOD: Duration = Duration::minutes(15);

/// Arguments of `followFridge`.
#[derive(Debug, Deserialize)]
pub struct FollowFridgeArguments {
    id: LocationId,
}

/// Publishes the reports and inventories of the fridge to its page until the returned time. Before the first report or the
/// first inventory, there is no item to store the time in. These two are always published, and the page then repeats the
/// call.
///
/// # Errors
/// If a service fails. The page then polls.
pub async fn follow_fridge(
    (latest, inventories): &(LatestStore, InventoryStore),
    now: Instant,
    FollowFridgeArguments { id }: FollowFridgeArguments,
) -> Result<Instant> {
    let until = now.plus(FOLLOW_PERIOD);
    try_join!(latest.follow(&id, until), inventories.follow(&id, until))?;
    Ok(until)
}
