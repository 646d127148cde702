//! Possible places of sites: the ZIP codes of the contiguous states, from the `zipcodes` package.

use locations::model::{LocationTimeZone, State};
use rust_decimal::{Decimal, dec, prelude::ToPrimitive};
use zipcodes::Zipcode;

/// The area of one ZIP code.
#[derive(Clone, Debug)]
pub struct Place {
    /// The ZIP code with five digits.
    pub zip_code: &'static str,
    /// The city name that the post office prefers.
    pub city: &'static str,
    /// The state.
    pub state: State,
    /// The time zone.
    pub time_zone: LocationTimeZone,
    /// The latitude of its center, in degrees north.
    pub latitude: Decimal,
    /// The longitude of its center, in degrees east.
    pub longitude: Decimal,
}

impl Place {
    /// The distance between the centers of two places, in miles.
    pub fn miles_to(&self, other: &Self) -> f64 {
        let ((x1, y1), (x2, y2)) = (self.degrees(), other.degrees());
        zipcodes::haversine(x1, y1, x2, y2)
    }

    /// The longitude and latitude.
    fn degrees(&self) -> (f64, f64) {
        (self.longitude.to_f64().unwrap_or_default(), self.latitude.to_f64().unwrap_or_default())
    }
}

/// All places where a fridge can be: active standard ZIP codes within the permitted coordinates of a location and in a
/// supported time zone.
pub fn all() -> Vec<Place> {
    zipcodes::database().iter().filter_map(place).collect()
}

fn place(zip: &'static Zipcode) -> Option<Place> {
    let standard = zip.active && zip.zip_code_type == "STANDARD";
    let (latitude, longitude): (Decimal, Decimal) = (zip.lat.parse().ok()?, zip.long.parse().ok()?);
    let inside = (dec!(28.01)..dec!(48.99)).contains(&latitude) && (dec!(-127.99)..dec!(-67.01)).contains(&longitude);
    (standard && inside).then_some(())?;
    Some(Place {
        zip_code: &zip.zip_code,
        city: &zip.city,
        state: zip.state.parse().ok()?,
        time_zone: time_zone(&zip.timezone)?,
        latitude,
        longitude,
    })
}

/// The Larder time zone for an IANA time zone. IANA zones with the same current rules share one. Phoenix has no daylight
/// saving time and no Larder time zone, so no fridge is there.
fn time_zone(name: &str) -> Option<LocationTimeZone> {
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
    fn places_cover_every_contiguous_state_and_every_time_zone() {
        let places = all();
        assert!(places.len() > 25_000, "{}", places.len());
        assert_eq!(places.iter().map(|place| place.state).collect::<BTreeSet<_>>().len(), 49, "48 and DC");
        let zones: BTreeSet<_> = places.iter().map(|place| place.time_zone.to_string()).collect();
        assert_eq!(zones.len(), 5);
    }

    #[test]
    fn finds_chicago_and_new_york_at_their_distance() {
        let places = all();
        let find = |zip_code| places.iter().find(|place| place.zip_code == zip_code).unwrap();
        let (loop_, midtown) = (find("60602"), find("10018"));
        assert_eq!(loop_.city, "Chicago");
        assert_eq!(loop_.state, State::IL);
        assert_eq!(loop_.time_zone, LocationTimeZone::CHICAGO);
        assert!((700.0..730.0).contains(&loop_.miles_to(midtown)));
    }
}
