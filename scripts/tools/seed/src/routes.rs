//! Drivers' routes: each metro's locations, cut like a cake from its middle, visited from neighbour to neighbour.

use crate::words::DRIVERS;
use locations::model::Location;
use rust_decimal::prelude::ToPrimitive;

/// About how many stops a route has.
pub const STOPS: usize = 20;

/// Gives each of `locations`, which are all of one metro, a route and a stop. `code` is the metro's.
pub fn assign(code: &str, mut locations: Vec<&mut Location>) {
    let Some((x0, y0)) = locations.first().map(|first| at(first)) else { return };
    // The order within a slice would otherwise depend on how the sort treats equals.
    locations.sort_by(|one, other| {
        let angle = |location: &Location| {
            let (x, y) = at(location);
            (y - y0).atan2(x - x0)
        };
        angle(one).total_cmp(&angle(other)).then_with(|| one.id.cmp(&other.id))
    });
    let routes = locations.len().div_ceil(STOPS);
    let size = locations.len().div_ceil(routes.max(1)).max(1);
    for (number, slice) in locations.chunks_mut(size).enumerate() {
        let name = name(code, number);
        for (stop, location) in (1..).zip(by_neighbour(slice)) {
            location.route = Some(name.clone());
            location.stop = stop;
        }
    }
}

/// A route is called by its driver; a second route of the name gets a number.
fn name(code: &str, number: usize) -> String {
    let (round, driver) = (number / DRIVERS.len(), number % DRIVERS.len());
    let driver = DRIVERS.get(driver).copied().unwrap_or_default();
    let code = code.to_lowercase();
    if round == 0 { format!("{code}_{driver}") } else { format!("{code}_{driver}_{}", round + 1) }
}

/// The nearest of those left, each time.
fn by_neighbour<'a>(slice: &'a mut [&mut Location]) -> Vec<&'a mut Location> {
    let mut left: Vec<&mut Location> = slice.iter_mut().map(|location| &mut **location).collect();
    let mut ordered: Vec<&mut Location> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let from = ordered.last().map(|last| at(last));
        let distance = |location: &Location| {
            let (x, y) = at(location);
            from.map_or(0.0, |(x0, y0)| (x - x0).hypot(y - y0))
        };
        let nearest = (0..left.len()).min_by(|one, other| {
            let distance = |position: &usize| left.get(*position).map_or(f64::MAX, |location| distance(location));
            distance(one).total_cmp(&distance(other))
        });
        ordered.push(left.remove(nearest.unwrap_or_default()));
    }
    ordered
}

/// Longitude and latitude.
fn at(location: &Location) -> (f64, f64) {
    (location.longitude.to_f64().unwrap_or_default(), location.latitude.to_f64().unwrap_or_default())
}
