//! What fridges reported last. Source: the spec of fleet operations, sections 2.2 and 7.

use crate::{model::FridgeHealth, store::LatestStore};
use futures::try_join;
use locations::{model::LocationId, store::LocationStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Result};
use std::collections::BTreeSet;

/// The most fridges of one call: the batch of the dashboard (section 9).
const MOST: usize = 200;

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

/// What `fridgeHealth` answers; the field's name is the spec's.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeHealthResult {
    fridge_data: Vec<FridgeHealth>,
}

/// What those of the fridges that ever reported told last, by id.
///
/// # Errors
/// [`Error::Invalid`] where no fridge is named, or more than 200.
pub async fn fridge_health(
    (store, locations): &(LatestStore, LocationStore),
    FridgeHealthArguments { filter }: FridgeHealthArguments,
) -> Result<FridgeHealthResult> {
    let ids = named(filter.location_ids)?;
    let (mut latest, zones) = try_join!(store.get_all(&ids), locations.time_zones(&ids))?;
    latest.sort_by(|one, other| one.location_id.cmp(&other.location_id));
    let health = |latest: crate::model::Latest| {
        let zone = zones.get(&latest.location_id).copied();
        FridgeHealth::new(latest, zone)
    };
    Ok(FridgeHealthResult { fridge_data: latest.into_iter().map(health).collect() })
}

/// The fridges, each once.
fn named(ids: Vec<LocationId>) -> Result<BTreeSet<LocationId>> {
    if ids.is_empty() || ids.len() > MOST {
        return Err(Error::invalid("filter.locationIds", format!("locationIds should name 1 to {MOST} locations")));
    }
    Ok(ids.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_to_200_fridges_are_asked_for_each_once() {
        let ids = |count: usize| (0..count).map(|number| format!("F_{}", number % 150).parse().unwrap()).collect();
        assert_eq!(named(ids(200)).unwrap().len(), 150);
        for count in [0, 201] {
            assert!(matches!(named(ids(count)), Err(Error::Invalid(_))), "{count}");
        }
    }
}
