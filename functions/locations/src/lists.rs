//! Lists of the fleet. Source: the spec of locations, sections 2.6, 3.5 and 9.

use crate::{
    model::{Location, LocationId, LocationStatus, LocationSummary, LocationType, OpsLocation},
    store::LocationStore,
};
use serde::{Deserialize, Serialize};
use shared::{Error, Page, Result};
use std::collections::BTreeMap;

/// The most lines on a page, and how many there are where no count is given.
const PAGE: u32 = 2500;

/// Arguments of `locations`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LocationsArguments {
    filter: Option<LocationFilter>,
    next_token: Option<String>,
}

/// Which locations.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LocationFilter {
    id: Option<LocationId>,
    status: Option<LocationStatus>,
    count: Option<i64>,
}

/// The fleet by status, or the one location with the given id.
pub async fn locations(store: &LocationStore, arguments: LocationsArguments) -> Result<Page<LocationSummary>> {
    let filter = arguments.filter.unwrap_or_default();
    if let Some(id) = filter.id {
        let found = store.get(&id).await?;
        let found = found.filter(|location| filter.status.is_none_or(|status| location.status == status));
        return Ok(Page { items: found.into_iter().map(Into::into).collect(), next_token: None });
    }
    let count = u32::try_from(filter.count.unwrap_or(PAGE.into())).ok().filter(|count| (1..=PAGE).contains(count));
    let count = count.ok_or_else(|| {
        Error::invalid("filter.count", format!("count should be a number in the range of 1 to {PAGE}!"))
    })?;
    let status = filter.status.unwrap_or(LocationStatus::LIVE);
    store.fleet(Some(status), count, arguments.next_token.as_deref()).await
}

/// Ids that one call of `locationsById` takes.
const IDS: usize = 100;

/// Arguments of `locationsById`.
#[derive(Debug, Deserialize)]
pub struct LocationsByIdArguments {
    ids: Vec<String>,
}

/// Those of the locations that are there, by id. What could be no id names none.
pub async fn locations_by_id(store: &LocationStore, arguments: LocationsByIdArguments) -> Result<Vec<Location>> {
    if arguments.ids.len() > IDS {
        return Err(Error::invalid("ids", format!("One call answers at most {IDS} locations")));
    }
    let found = store.get_all(arguments.ids.iter().filter_map(|id| id.parse().ok()).collect()).await?;
    let locations: BTreeMap<LocationId, Location> =
        found.into_values().map(|location| (location.id.clone(), location)).collect();
    Ok(locations.into_values().collect())
}

/// Arguments of `opsLocations`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct OpsLocationsArguments {
    filter: Option<OpsLocationFilter>,
    next_token: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct OpsLocationFilter {
    #[serde(rename = "type")]
    kind: Option<LocationType>,
}

/// A page of all locations; the field's name is the spec's.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpsLocationPage {
    locations: Vec<OpsLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// Every location, whatever its status. A page of one type may be short, or empty, and still have a next one.
pub async fn ops_locations(store: &LocationStore, arguments: OpsLocationsArguments) -> Result<OpsLocationPage> {
    let Page { mut items, next_token } =
        store.fleet::<OpsLocation>(None, PAGE, arguments.next_token.as_deref()).await?;
    if let Some(kind) = arguments.filter.unwrap_or_default().kind {
        items.retain(|location| location.kind == kind);
    }
    Ok(OpsLocationPage { locations: items, next_token })
}
