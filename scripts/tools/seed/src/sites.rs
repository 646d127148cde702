//! The sites of customers, each at a real place in a metro. Some have more than one fridge.

use crate::{metros::Area, places::Place, words};
use fastrand::Rng;
use locations::model::Vertical;
use rust_decimal::Decimal;

/// The maximum number of fridges at one site.
const MAX_FRIDGES: usize = 4;

/// A customer's building.
#[derive(Clone, Debug)]
pub struct Site {
    /// The unique number of the site.
    pub number: u64,
    /// The area of its ZIP code.
    pub place: Place,
    /// The house number and street.
    pub street: String,
    /// The name of the customer.
    pub customer: String,
    /// The customer's kind of business.
    pub vertical: Vertical,
    /// The latitude in degrees north, within a few hundred yards of the center of the ZIP code.
    pub latitude: Decimal,
    /// The longitude in degrees east, with the same accuracy.
    pub longitude: Decimal,
    /// The number of fridges at the site so far.
    pub fridges: usize,
}

/// The site of the next fridge in `area`: sometimes the last site if it has room, otherwise a new site.
pub fn next_site<'a>(sites: &'a mut Vec<Site>, area: &Area, number: u64, rng: &mut Rng) -> Option<&'a mut Site> {
    let has_room = sites.last().is_some_and(|site| site.fridges < MAX_FRIDGES);
    if !(has_room && rng.u8(..100) < 22) {
        sites.push(create_site(area, number, rng)?);
    }
    sites.last_mut()
}

fn create_site(area: &Area, number: u64, rng: &mut Rng) -> Option<Site> {
    // The nearer of two random places is used, so that sites are denser near the center.
    let count = area.places.len();
    let place = area.places.get(rng.usize(..count).min(rng.usize(..count)))?;
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
