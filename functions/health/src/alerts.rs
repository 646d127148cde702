//! Lists of alerts.

use crate::{
    model::{FridgeAlert, FridgeAlertState},
    store::{AlertStore, LatestStore},
};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Page, Result};
use std::collections::BTreeSet;

/// Arguments of `fridgeAlerts`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AlertsArguments {
    filter: FridgeAlertFilter,
    next_token: Option<String>,
}

#[derive(Debug, Deserialize)]
struct FridgeAlertFilter {
    state: FridgeAlertState,
    location: Option<LocationId>,
}

/// Alerts of the fleet or of one fridge in a state, newest first. A page of one fridge's may be short and still have a
/// next one.
pub async fn fridge_alerts(
    (store, latest): &(AlertStore, LatestStore),
    AlertsArguments { filter, next_token }: AlertsArguments,
) -> Result<Page<FridgeAlert>> {
    match (filter.location, filter.state) {
        (None, state) => store.of_fleet(state, next_token.as_deref()).await,
        (Some(location), FridgeAlertState::Open) => open(store, latest, location).await,
        (Some(location), state) => {
            let mut page = store.of_location(&location, next_token.as_deref()).await?;
            page.items.retain(|alert| alert.state == state);
            Ok(page)
        }
    }
}

/// The open alerts of a fridge: at most one of a kind, and the fridge knows them.
async fn open(store: &AlertStore, latest: &LatestStore, location: LocationId) -> Result<Page<FridgeAlert>> {
    let latest = latest.get_all(&BTreeSet::from([location.clone()])).await?;
    let ids = latest.iter().flat_map(|latest| latest.open.values());
    let mut items = store.get_all(&location, ids).await?;
    items.sort_by(|one, other| other.id.cmp(&one.id));
    Ok(Page { items, next_token: None })
}
