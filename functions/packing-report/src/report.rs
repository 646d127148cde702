//! The packing slip report of a day.

use crate::{model::Report, rules};
use chrono::NaiveDate;
use locations::{model::LocationId, store::LocationStore};
use pars::{model::Pars, store::ParStore};
use routes::{day, store::RouteStopStore};
use serde::Deserialize;
use shared::{Page, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Which day, and which page of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportPars {
    date: String,
    #[serde(default)]
    next_token: Option<String>,
}

/// What the locations need that are stocked on that day, and who brings it.
///
/// # Errors
/// [`shared::Error::Invalid`] where the date is none, or the token is not one that this list gave out.
pub async fn report_pars(
    (pars, routes, locations): &(ParStore, RouteStopStore, LocationStore),
    ReportPars { date, next_token }: ReportPars,
) -> Result<Report> {
    let date = rules::day(&date)?;
    let Page { items, next_token } = pars.of_day(date, next_token.as_deref()).await?;
    let drivers = drivers(routes, locations, date, &items).await?;
    Ok(Report { locations: rules::needs(items, |location| drivers.get(location).cloned()), next_token })
}

/// Who comes to the locations: the route that stops there on that day, else the one that the location stands on.
async fn drivers(
    routes: &RouteStopStore,
    locations: &LocationStore,
    date: NaiveDate,
    pars: &[Pars],
) -> Result<BTreeMap<LocationId, String>> {
    let wanted: BTreeSet<LocationId> = pars.iter().map(|pars| pars.stocking_id.location.clone()).collect();
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut drivers = BTreeMap::new();
    for day in day::whole_day(routes, date).await? {
        for stop in day.stops {
            drivers.entry(stop.id).or_insert_with(|| day.route.clone());
        }
    }
    let left = wanted.into_iter().filter(|location| !drivers.contains_key(location)).collect();
    let own = locations.get_all(left).await?;
    let route = |location: locations::model::Location| Some((location.id, location.route?));
    drivers.extend(own.into_values().filter_map(route).filter(|(_, route)| !route.is_empty()));
    Ok(drivers)
}
