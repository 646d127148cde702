//! The health of the fleet in short form. Requirements: `docs/requirements/health.md`, "Fleet".

use crate::{model::FridgeHealthSummary, store::LatestStore};
use locations::store::LocationStore;
use serde::Deserialize;
use shared::{Page, Result};

/// Arguments of `fleetHealth`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FleetHealthArguments {
    next_token: Option<String>,
}

/// A page of the fridges that reported at least once, in no particular order. It includes fridges of every status.
///
/// # Errors
/// [`shared::Error::Invalid`] if the token is invalid.
pub async fn fleet_health(
    (store, locations): &(LatestStore, LocationStore),
    FleetHealthArguments { next_token }: FleetHealthArguments,
) -> Result<Page<FridgeHealthSummary>> {
    let Page { items, next_token } = store.fleet(next_token.as_deref()).await?;
    let zones = locations.time_zones(&items.iter().map(|item| item.location_id.clone()).collect()).await?;
    let items = items.into_iter().map(|item| {
        let zone = zones.get(&item.location_id).copied();
        FridgeHealthSummary::new(item, zone)
    });
    Ok(Page { items: items.collect(), next_token })
}
