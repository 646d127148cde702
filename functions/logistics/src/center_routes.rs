//! The routes to send to LogiNext: the stops at the locations of one fulfillment center.

use chrono::NaiveDate;
use locations::{
    model::{LocationId, OpsLocation},
    store::LocationStore,
};
use routes::{
    model::{Market, RouteDay, Stop},
    store::RouteStopStore,
};
use serde::Serialize;
use shared::Result;
use std::collections::BTreeSet;

/// Locations to read per page.
const PAGE_SIZE: u32 = 2500;

/// A route on a day with the stops at locations of one center.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CenterRoute {
    stocking_date: NaiveDate,
    route: String,
    market: Market,
    stops: Vec<Stop>,
}

impl CenterRoute {
    /// The number of stops.
    pub fn stop_count(&self) -> usize {
        self.stops.len()
    }
}

/// The routes of the days with their stops at locations of the center. Routes without such stops are omitted.
pub async fn center_routes(
    locations: &LocationStore,
    route_days: &RouteStopStore,
    center: &str,
    dates: impl Iterator<Item = NaiveDate>,
) -> Result<Vec<CenterRoute>> {
    let center_locations = locations_of(locations, center).await?;
    let mut routes = Vec::new();
    for date in dates {
        let days = route_days.all(date).await?;
        routes.extend(days.into_iter().filter_map(|day| restrict_to(day, &center_locations)));
    }
    Ok(routes)
}

/// The fulfillment centers of all locations.
pub async fn centers(store: &LocationStore) -> Result<BTreeSet<String>> {
    let mut centers = BTreeSet::new();
    for_each_location(store, |location| centers.extend(location.fulfillment_center)).await?;
    Ok(centers)
}

async fn locations_of(store: &LocationStore, center: &str) -> Result<BTreeSet<LocationId>> {
    let mut ids = BTreeSet::new();
    let is_match = |location: &OpsLocation| location.fulfillment_center.as_deref() == Some(center);
    for_each_location(store, |location| ids.extend(is_match(&location).then_some(location.id))).await?;
    Ok(ids)
}

/// Calls `visit` for each location. Reading the small items of the fleet index costs less than reading single
/// locations.
async fn for_each_location(store: &LocationStore, mut visit: impl FnMut(OpsLocation)) -> Result<()> {
    let mut next = None;
    loop {
        let page = store.fleet::<OpsLocation>(None, PAGE_SIZE, next.as_deref()).await?;
        page.items.into_iter().for_each(&mut visit);
        next = page.next_token;
        if next.is_none() {
            return Ok(());
        }
    }
}

/// The route with only its stops at `locations`. `None` if it has none there.
fn restrict_to(day: RouteDay, locations: &BTreeSet<LocationId>) -> Option<CenterRoute> {
    let RouteDay { stocking_date, route, market, mut stops } = day;
    stops.retain(|stop| locations.contains(&stop.id));
    (!stops.is_empty()).then_some(CenterRoute { stocking_date, route, market, stops })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_only_stops_at_locations_of_the_center() {
        let stop = |id: &str, number| Stop {
            id: id.parse().unwrap(),
            stop: number,
            stocking_index: 1,
            stop_type: "STOCK".into(),
        };
        let day = |route: &str, stops| RouteDay::new("2026-11-23".parse().unwrap(), route.into(), Market::MW, stops);
        let center_locations = BTreeSet::from(["A".parse().unwrap(), "C".parse().unwrap()]);
        let route = restrict_to(day("mixed", vec![stop("A", 1), stop("B", 2), stop("C", 3)]), &center_locations);
        assert_eq!(route.map(|route| route.stops), Some(vec![stop("A", 1), stop("C", 3)]));
        assert_eq!(restrict_to(day("other", vec![stop("B", 1)]), &center_locations), None);
    }
}
