//! `GET /pars/report/{date}`: the packing report of a day.

use crate::{model::Report, rules};
use chrono::NaiveDate;
use locations::{model::LocationId, store::LocationStore};
use pars::{model::Pars, store::ParStore};
use routes::store::RouteStopStore;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{Page, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Arguments of `GET /pars/report/{date}`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportPars {
    /// The day: `YYYYMMDD`.
    #[schemars(regex(pattern = r"^\d{8}$"))]
    date: String,
    /// The token of the next page.
    #[serde(default)]
    next_token: Option<String>,
}

/// Returns one page of the needs of the locations that are stocked on that day, with their drivers.
///
/// # Errors
/// [`shared::Error::Invalid`] if the date is not valid, or the token does not belong to this list.
pub async fn report_pars(
    (pars, routes, locations): &(ParStore, RouteStopStore, LocationStore),
    ReportPars { date, next_token }: ReportPars,
) -> Result<Report> {
    let date = rules::parse_day(&date)?;
    let Page { items, next_token } = pars.of_day(date, next_token.as_deref()).await?;
    let drivers = drivers(routes, locations, date, &items).await?;
    Ok(Report { locations: rules::needs(items, |location| drivers.get(location).cloned()), next_token })
}

/// Returns the driver of each location: the route that stops there on that day, else the location's default route.
async fn drivers(
    routes: &RouteStopStore,
    locations: &LocationStore,
    date: NaiveDate,
    pars: &[Pars],
) -> Result<BTreeMap<LocationId, String>> {
    let location_ids: BTreeSet<LocationId> = pars.iter().map(|pars| pars.stocking_id.location.clone()).collect();
    if location_ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut drivers = BTreeMap::new();
    for day in routes.all(date).await? {
        for stop in day.stops {
            drivers.entry(stop.id).or_insert_with(|| day.route.clone());
        }
    }
    let without_stop = location_ids.into_iter().filter(|location| !drivers.contains_key(location)).collect();
    let stored = locations.get_all(without_stop).await?;
    let route = |location: locations::model::Location| Some((location.id, location.route?));
    drivers.extend(stored.into_values().filter_map(route).filter(|(_, route)| !route.is_empty()));
    Ok(drivers)
}
