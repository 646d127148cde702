//! The sites of customers: each at a true place of a metro, some with more than one fridge.

use crate::{metros::Area, places::Place, words};
use fastrand::Rng;
use locations::model::Vertical;
use rust_decimal::Decimal;

/// The most fridges at one site.
const FRIDGES: usize = 4;

/// A customer's building.
#[derive(Clone, Debug)]
pub struct Site {
    /// Tells it from every other site.
    pub number: u64,
    /// The area of its ZIP code.
    pub place: Place,
    /// House number and street.
    pub street: String,
    /// The customer.
    pub customer: String,
    /// What kind of customer it is.
    pub vertical: Vertical,
    /// Degrees north: within some hundred yards of the middle of the ZIP code.
    pub latitude: Decimal,
    /// Degrees east.
    pub longitude: Decimal,
    /// How many fridges stand there by now.
    pub fridges: usize,
}

/// The site of the next fridge in `area`: often the last one that has room, else a new one.
pub fn next<'a>(sites: &'a mut Vec<Site>, area: &Area, number: u64, rng: &mut Rng) -> Option<&'a mut Site> {
    let room = sites.last().is_some_and(|site| site.fridges < FRIDGES);
    if !(room && rng.u8(..100) < 22) {
        sites.push(found(area, number, rng)?);
    }
    sites.last_mut()
}

fn found(area: &Area, number: u64, rng: &mut Rng) -> Option<Site> {
    // The nearer of two draws: sites are denser towards the middle.
    let last = area.places.len();
    let place = area.places.get(rng.usize(..last).min(rng.usize(..last)))?;
    let vertical = words::vertical(rng);
    Some(Site {
        number,
        place: place.clone(),
        street: words::street(rng),
        customer: words::customer(rng, vertical),
        vertical,
        latitude: place.latitude + Decimal::new(rng.i64(-30_000..=30_000), 7),
        longitude: place.longitude + Decimal::new(rng.i64(-30_000..=30_000), 7),
        fridges: 0,
    })
}
