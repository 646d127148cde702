//! Where sites can be: the ZIP codes of the contiguous states, from the `zipcodes` package.

use locations::model::{LocationTimeZone, State};
use rust_decimal::{Decimal, dec, prelude::ToPrimitive};
use zipcodes::Zipcode;

/// The area of one ZIP code.
#[derive(Clone, Debug)]
pub struct Place {
    /// Five digits.
    pub zip_code: &'static str,
    /// The name that the post office prefers.
    pub city: &'static str,
    /// State.
    pub state: State,
    /// The zone that its clocks follow.
    pub time_zone: LocationTimeZone,
    /// Degrees north of its middle.
    pub latitude: Decimal,
    /// Degrees east of its middle.
    pub longitude: Decimal,
}

impl Place {
    /// How far apart two places are.
    pub fn miles_to(&self, other: &Self) -> f64 {
        let ((x1, y1), (x2, y2)) = (self.degrees(), other.degrees());
        zipcodes::haversine(x1, y1, x2, y2)
    }

    /// Longitude and latitude.
    fn degrees(&self) -> (f64, f64) {
        (self.longitude.to_f64().unwrap_or_default(), self.latitude.to_f64().unwrap_or_default())
    }
}

/// Every place where a fridge can stand: an ordinary, active ZIP code, well within the coordinates that a location may
/// have, in a zone that Larder knows.
pub fn all() -> Vec<Place> {
    zipcodes::database().iter().filter_map(place).collect()
}

fn place(zip: &'static Zipcode) -> Option<Place> {
    let ordinary = zip.active && zip.zip_code_type == "STANDARD";
    let (latitude, longitude): (Decimal, Decimal) = (zip.lat.parse().ok()?, zip.long.parse().ok()?);
    let inside = (dec!(28.01)..dec!(48.99)).contains(&latitude) && (dec!(-127.99)..dec!(-67.01)).contains(&longitude);
    (ordinary && inside).then_some(())?;
    Some(Place {
        zip_code: &zip.zip_code,
        city: &zip.city,
        state: zip.state.parse().ok()?,
        time_zone: zone(&zip.timezone)?,
        latitude,
        longitude,
    })
}

/// The business's name of a zone. Zones that keep the same time today share one; Phoenix, without summer time, has
/// none, so that no fridge stands there.
fn zone(name: &str) -> Option<LocationTimeZone> {
    match name.strip_prefix("America/")? {
        "New_York" | "Detroit" | "Kentucky/Louisville" | "Kentucky/Monticello" => Some(LocationTimeZone::NEWYORK),
        "Chicago" | "Menominee" | "Indiana/Knox" | "Indiana/Tell_City" => Some(LocationTimeZone::CHICAGO),
        "Denver" | "Boise" => Some(LocationTimeZone::DENVER),
        "Los_Angeles" => Some(LocationTimeZone::LOSANGELES),
        name if name.starts_with("Indiana/") => Some(LocationTimeZone::INDIANAPOLIS),
        name if name.starts_with("North_Dakota/") => Some(LocationTimeZone::CHICAGO),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn places_are_in_every_state_and_in_every_zone() {
        let places = all();
        assert!(places.len() > 25_000, "{}", places.len());
        assert_eq!(places.iter().map(|place| place.state).collect::<BTreeSet<_>>().len(), 49, "48 and DC");
        let zones: BTreeSet<_> = places.iter().map(|place| place.time_zone.to_string()).collect();
        assert_eq!(zones.len(), 5);
    }

    #[test]
    fn a_known_place_is_where_it_is() {
        let places = all();
        let find = |zip_code| places.iter().find(|place| place.zip_code == zip_code).unwrap();
        let (loop_, midtown) = (find("60602"), find("10018"));
        assert_eq!((loop_.city, loop_.state, loop_.time_zone), ("Chicago", State::IL, LocationTimeZone::CHICAGO));
        assert!((700.0..730.0).contains(&loop_.miles_to(midtown)));
    }
}
