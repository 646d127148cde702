//! The latest report of each fridge. Requirements: `docs/requirements/health.md`, "Fleet" and "One fridge".

use crate::{model::FridgeHealth, store::LatestStore};
use futures::try_join;
use locations::{model::LocationId, store::LocationStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Result};
use std::collections::BTreeSet;

/// Maximum number of fridges in one request. The dashboard reads 200 at a time (`docs/requirements/health.md`, HLT-2).
const MAX_FRIDGES: usize = 200;

/// Arguments of `fridgeHealth`.
#[derive(Debug, Deserialize)]
pub struct FridgeHealthArguments {
    filter: FridgeHealthFilter,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FridgeHealthFilter {
    location_ids: Vec<LocationId>,
}

/// The result of `fridgeHealth`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeHealthResult {
    fridge_data: Vec<FridgeHealth>,
}

/// The latest reports of the requested fridges, sorted by id. Fridges that never reported are left out.
///
/// # Errors
/// [`Error::Invalid`] if the request names no fridge or more than 200.
pub async fn fridge_health(
    (store, locations): &(LatestStore, LocationStore),
    FridgeHealthArguments { filter }: FridgeHealthArguments,
) -> Result<FridgeHealthResult> {
    let ids = distinct_ids(filter.location_ids)?;
    let (mut latest, zones) = try_join!(store.get_all(&ids), locations.time_zones(&ids))?;
    latest.sort_by(|one, other| one.location_id.cmp(&other.location_id));
    let health = |latest: crate::model::Latest| {
        let zone = zones.get(&latest.location_id).copied();
        FridgeHealth::new(latest, zone)
    };
    Ok(FridgeHealthResult { fridge_data: latest.into_iter().map(health).collect() })
}

/// The requested ids without duplicates.
fn distinct_ids(ids: Vec<LocationId>) -> Result<BTreeSet<LocationId>> {
    if ids.is_empty() || ids.len() > MAX_FRIDGES {
        return Err(Error::invalid(
            "filter.locationIds",
            format!("locationIds should name 1 to {MAX_FRIDGES} locations"),
        ));
    }
    Ok(ids.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_1_to_200_ids_and_removes_duplicates() {
        let ids = |count: usize| (0..count).map(|number| format!("F_{}", number % 150).parse().unwrap()).collect();
        assert_eq!(distinct_ids(ids(200)).unwrap().len(), 150);
        for count in [0, 201] {
            assert!(matches!(distinct_ids(ids(count)), Err(Error::Invalid(_))), "{count}");
        }
    }
}
