//! Drivers' routes. Each metro is divided into sectors around its first location; a route visits the locations of a
//! sector from nearest neighbor to nearest neighbor.

use crate::words::DRIVERS;
use locations::model::Location;
use rust_decimal::prelude::ToPrimitive;

/// The maximum number of stops on a route.
pub const MAX_STOPS: usize = 20;

/// Assigns a route and a stop to each of `locations`, which are all in the metro with the code `code`.
pub fn assign_routes(code: &str, mut locations: Vec<&mut Location>) {
    let Some((x0, y0)) = locations.first().map(|first| coordinates(first)) else { return };
    // Locations at the same angle are sorted by id, so that the order does not depend on the sort algorithm.
    locations.sort_by(|one, other| {
        let angle = |location: &Location| {
            let (x, y) = coordinates(location);
            (y - y0).atan2(x - x0)
        };
        angle(one).total_cmp(&angle(other)).then_with(|| one.id.cmp(&other.id))
    });
    let routes = locations.len().div_ceil(MAX_STOPS);
    let size = locations.len().div_ceil(routes.max(1)).max(1);
    for (number, sector) in locations.chunks_mut(size).enumerate() {
        let name = route_name(code, number);
        for (stop, location) in (1..).zip(order_by_distance(sector)) {
            location.route = Some(name.clone());
            location.stop = stop;
        }
    }
}

/// The name of a route: its metro and its driver. If a driver has several routes, they are numbered from 2.
fn route_name(code: &str, number: usize) -> String {
    let (round, driver) = (number / DRIVERS.len(), number % DRIVERS.len());
    let driver = DRIVERS.get(driver).copied().unwrap_or_default();
    let code = code.to_lowercase();
    if round == 0 { format!("{code}_{driver}") } else { format!("{code}_{driver}_{}", round + 1) }
}

/// Orders locations so that each is followed by the nearest one that is not visited yet.
fn order_by_distance<'a>(sector: &'a mut [&mut Location]) -> Vec<&'a mut Location> {
    let mut remaining: Vec<&mut Location> = sector.iter_mut().map(|location| &mut **location).collect();
    let mut ordered: Vec<&mut Location> = Vec::with_capacity(remaining.len());
    while !remaining.is_empty() {
        let from = ordered.last().map(|last| coordinates(last));
        let distance = |location: &Location| {
            let (x, y) = coordinates(location);
            from.map_or(0.0, |(x0, y0)| (x - x0).hypot(y - y0))
        };
        let nearest = (0..remaining.len()).min_by(|one, other| {
            let distance = |position: &usize| remaining.get(*position).map_or(f64::MAX, |location| distance(location));
            distance(one).total_cmp(&distance(other))
        });
        ordered.push(remaining.remove(nearest.unwrap_or_default()));
    }
    ordered
}

/// The longitude and latitude of a location.
fn coordinates(location: &Location) -> (f64, f64) {
    (location.longitude.to_f64().unwrap_or_default(), location.latitude.to_f64().unwrap_or_default())
}
