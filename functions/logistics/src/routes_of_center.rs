//! What LogiNext is told: the stops of the days' routes at the locations of one fulfillment center.

use chrono::NaiveDate;
use locations::{
    model::{LocationId, OpsLocation},
    store::LocationStore,
};
use routes::{
    day,
    model::{Market, RouteDay, Stop},
    store::RouteStopStore,
};
use serde::Serialize;
use shared::Result;
use std::collections::BTreeSet;

/// Lines of the fleet that are read at once.
const PAGE: u32 = 2500;

/// A route's day, as far as it concerns one center.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CenterRoute {
    stocking_date: NaiveDate,
    route: String,
    market: Market,
    stops: Vec<Stop>,
}

impl CenterRoute {
    /// How many stops it has.
    pub fn stops(&self) -> usize {
        self.stops.len()
    }
}

/// The routes of the days that stop at locations of the center, with those stops alone.
pub async fn routes_of_center(
    locations: &LocationStore,
    route_days: &RouteStopStore,
    center: &str,
    dates: impl Iterator<Item = NaiveDate>,
) -> Result<Vec<CenterRoute>> {
    let of_center = locations_of(locations, center).await?;
    let mut routes = Vec::new();
    for date in dates {
        let days = day::whole_day(route_days, date).await?;
        routes.extend(days.into_iter().filter_map(|day| concerning(day, &of_center)));
    }
    Ok(routes)
}

/// The centers that locations have.
pub async fn centers(store: &LocationStore) -> Result<BTreeSet<String>> {
    let mut centers = BTreeSet::new();
    each_location(store, |line| centers.extend(line.fulfillment_center)).await?;
    Ok(centers)
}

async fn locations_of(store: &LocationStore, center: &str) -> Result<BTreeSet<LocationId>> {
    let mut ids = BTreeSet::new();
    let is_here = |line: &OpsLocation| line.fulfillment_center.as_deref() == Some(center);
    each_location(store, |line| ids.extend(is_here(&line).then_some(line.id))).await?;
    Ok(ids)
}

/// The fleet's slim lines cost less than each location of the days by itself.
async fn each_location(store: &LocationStore, mut take: impl FnMut(OpsLocation)) -> Result<()> {
    let mut next = None;
    loop {
        let page = store.fleet::<OpsLocation>(None, PAGE, next.as_deref()).await?;
        page.items.into_iter().for_each(&mut take);
        next = page.next_token;
        if next.is_none() {
            return Ok(());
        }
    }
}

/// The day with the stops at those locations; `None` where it has none.
fn concerning(day: RouteDay, locations: &BTreeSet<LocationId>) -> Option<CenterRoute> {
    let RouteDay { stocking_date, route, market, mut stops } = day;
    stops.retain(|stop| locations.contains(&stop.id));
    (!stops.is_empty()).then_some(CenterRoute { stocking_date, route, market, stops })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_center_gets_the_stops_at_its_own_locations_and_no_route_without_any() {
        let stop = |id: &str, number| Stop {
            id: id.parse().unwrap(),
            stop: number,
            stocking_index: 1,
            stop_type: "STOCK".into(),
        };
        let day = |route: &str, stops| RouteDay::new("2026-11-23".parse().unwrap(), route.into(), Market::MW, stops);
        let of_center = BTreeSet::from(["A".parse().unwrap(), "C".parse().unwrap()]);
        let kept = concerning(day("mixed", vec![stop("A", 1), stop("B", 2), stop("C", 3)]), &of_center);
        assert_eq!(kept.map(|route| route.stops), Some(vec![stop("A", 1), stop("C", 3)]));
        assert_eq!(concerning(day("elsewhere", vec![stop("B", 1)]), &of_center), None);
    }
}
