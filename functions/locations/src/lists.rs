//! Lists of locations. Requirements: `docs/requirements/locations.md`, section "List".

use crate::{
    model::{Location, LocationId, LocationStatus, LocationSummary, LocationType, OpsLocation},
    store::LocationStore,
};
use serde::{Deserialize, Serialize};
use shared::{Error, Page, Result};
use std::collections::BTreeMap;

/// Maximum page size, and the default.
const MAX_PAGE_SIZE: u32 = 2500;

/// Arguments of `locations`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct LocationsArguments {
    filter: Option<LocationFilter>,
    next_token: Option<String>,
}

/// Selects locations by id or status and limits the page size.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LocationFilter {
    id: Option<LocationId>,
    status: Option<LocationStatus>,
    count: Option<i64>,
}

/// A page of the locations with a status (default: LIVE), or the location with the given id.
pub async fn locations(store: &LocationStore, arguments: LocationsArguments) -> Result<Page<LocationSummary>> {
    let filter = arguments.filter.unwrap_or_default();
    if let Some(id) = filter.id {
        let found = store.get(&id).await?;
        let found = found.filter(|location| filter.status.is_none_or(|status| location.status == status));
        return Ok(Page { items: found.into_iter().map(Into::into).collect(), next_token: None });
    }
    let count = u32::try_from(filter.count.unwrap_or(MAX_PAGE_SIZE.into()))
        .ok()
        .filter(|count| (1..=MAX_PAGE_SIZE).contains(count));
    let count = count.ok_or_else(|| {
        Error::invalid("filter.count", format!("count should be a number in the range of 1 to {MAX_PAGE_SIZE}!"))
    })?;
    let status = filter.status.unwrap_or(LocationStatus::LIVE);
    store.fleet(Some(status), count, arguments.next_token.as_deref()).await
}

/// Maximum number of ids in a `locationsById` request.
const MAX_IDS: usize = 100;

/// Arguments of `locationsById`.
#[derive(Debug, Deserialize)]
pub struct LocationsByIdArguments {
    ids: Vec<String>,
}

/// The existing locations with these ids, sorted by id. Invalid ids are ignored.
pub async fn locations_by_id(store: &LocationStore, arguments: LocationsByIdArguments) -> Result<Vec<Location>> {
    if arguments.ids.len() > MAX_IDS {
        return Err(Error::invalid("ids", format!("Request at most {MAX_IDS} locations at a time")));
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

/// A page of all locations. The requirements fix the field name `locations`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OpsLocationPage {
    locations: Vec<OpsLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// All locations in every status. With a type filter a page can be short or empty although more pages follow. Pages are in
/// the order of the status, so a location whose status changes between two pages can be on both of them or on neither.
pub async fn ops_locations(store: &LocationStore, arguments: OpsLocationsArguments) -> Result<OpsLocationPage> {
    let Page { mut items, next_token } =
        store.fleet::<OpsLocation>(None, MAX_PAGE_SIZE, arguments.next_token.as_deref()).await?;
    if let Some(kind) = arguments.filter.unwrap_or_default().kind {
        items.retain(|location| location.kind == kind);
    }
    Ok(OpsLocationPage { locations: items, next_token })
}
