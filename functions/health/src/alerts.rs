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

/// Alerts in one state, of the fleet or of one fridge, newest first. A page for one fridge can be short or empty and
/// still have a next page, because the state is filtered after the read.
pub async fn fridge_alerts(
    (store, latest): &(AlertStore, LatestStore),
    AlertsArguments { filter, next_token }: AlertsArguments,
) -> Result<Page<FridgeAlert>> {
    match (filter.location, filter.state) {
        (None, state) => store.list_by_state(state, next_token.as_deref()).await,
        (Some(location), FridgeAlertState::Open) => open_alerts(store, latest, location).await,
        (Some(location), state) => {
            let mut page = store.list_by_location(&location, next_token.as_deref()).await?;
            page.items.retain(|alert| alert.state == state);
            Ok(page)
        }
    }
}

/// The open alerts of a fridge, at most one of each kind. The fridge's item in `FridgeHealth` lists their ids.
async fn open_alerts(store: &AlertStore, latest: &LatestStore, location: LocationId) -> Result<Page<FridgeAlert>> {
    let latest = latest.get_all(&BTreeSet::from([location.clone()])).await?;
    let ids = latest.iter().flat_map(|latest| latest.open.values());
    let mut items = store.get_all(&location, ids).await?;
    items.sort_by(|one, other| other.id.cmp(&one.id));
    Ok(Page { items, next_token: None })
}
