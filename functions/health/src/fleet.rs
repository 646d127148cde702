//! The health of the fleet in short form. Requirements: `docs/requirements/health.md`, "Fleet".

use crate::{model::FridgeHealthSummary, store::LatestStore};
use serde::Deserialize;
use shared::{Page, Result};

/// Arguments of `fleetHealth`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FleetHealthArguments {
    next_token: Option<String>,
}

/// A page of the fridges that reported at least once, in no particular order. It includes fridges of every status.
/// Attributes of locations are not read: they are in the list of locations.
///
/// # Errors
/// [`shared::Error::Invalid`] if the token is invalid.
pub async fn fleet_health(
    store: &LatestStore,
    FleetHealthArguments { next_token }: FleetHealthArguments,
) -> Result<Page<FridgeHealthSummary>> {
    let Page { items, next_token } = store.fleet(next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(Into::into).collect(), next_token })
}
