//! The metropolitan areas in which the company works.

use crate::places::Place;
use fastrand::Rng;

/// The radius of a metro in miles.
const RADIUS_MILES: f64 = 25.0;

/// A metropolitan area.
#[derive(Debug)]
pub struct Metro {
    /// The prefix of the ids of its locations.
    pub code: &'static str,
    /// The ZIP code of its center.
    pub zip_code: &'static str,
    /// The market: MW, NE, S or WC.
    pub market: &'static str,
    /// Its share of the fleet, relative to the other metros.
    pub share: u32,
}

const fn metro(market: &'static str, code: &'static str, zip_code: &'static str, share: u32) -> Metro {
    Metro { code, zip_code, market, share }
}

/// All metros. Chicago, the oldest one, has the most fridges.
#[rustfmt::skip]
const METROS: [Metro; 62] = [
    metro("MW", "CHI", "60602", 300), metro("MW", "MKE", "53202", 55), metro("MW", "MSN", "53703", 22),
    metro("MW", "IND", "46204", 45),  metro("MW", "STL", "63101", 26), metro("MW", "MSP", "55402", 34),
    metro("MW", "DET", "48226", 26),  metro("MW", "GRR", "49503", 10), metro("MW", "CLE", "44114", 20),
    metro("MW", "CMH", "43215", 20),  metro("MW", "CVG", "45202", 15), metro("MW", "MCI", "64106", 15),
    metro("MW", "OMA", "68102", 9),   metro("MW", "DSM", "50309", 9),  metro("MW", "RFD", "61101", 8),
    metro("MW", "SDF", "40202", 7),   metro("MW", "FSD", "57104", 2),  metro("MW", "FAR", "58102", 2),
    metro("MW", "ICT", "66603", 3),
    metro("NE", "NYC", "10018", 95),  metro("NE", "EWR", "07102", 60), metro("NE", "PHL", "19103", 45),
    metro("NE", "BOS", "02110", 45),  metro("NE", "BDL", "06103", 16), metro("NE", "PIT", "15222", 14),
    metro("NE", "DCA", "20036", 28),  metro("NE", "BWI", "21202", 15), metro("NE", "ALB", "12207", 7),
    metro("NE", "PVD", "02903", 8),   metro("NE", "BUF", "14202", 6),  metro("NE", "ILG", "19801", 5),
    metro("NE", "MHT", "03101", 4),   metro("NE", "PWM", "04101", 3),  metro("NE", "BTV", "05401", 2),
    metro("NE", "CRW", "25301", 2),
    metro("S", "DFW", "75201", 36),   metro("S", "HOU", "77002", 28),  metro("S", "AUS", "78701", 18),
    metro("S", "SAT", "78205", 9),    metro("S", "ATL", "30303", 26),  metro("S", "CLT", "28202", 13),
    metro("S", "RDU", "27601", 11),   metro("S", "BNA", "37203", 12),  metro("S", "MCO", "32801", 11),
    metro("S", "JAX", "32202", 6),    metro("S", "MSY", "70112", 5),   metro("S", "BHM", "35203", 4),
    metro("S", "RIC", "23219", 6),    metro("S", "OKC", "73102", 4),   metro("S", "LIT", "72201", 3),
    metro("S", "CAE", "29201", 3),    metro("S", "JAN", "39201", 2),
    metro("WC", "LAX", "90014", 36),  metro("WC", "SFO", "94105", 24), metro("WC", "SJC", "95113", 14),
    metro("WC", "SAN", "92101", 12),  metro("WC", "SEA", "98101", 20), metro("WC", "PDX", "97204", 11),
    metro("WC", "SMF", "95814", 8),   metro("WC", "DEN", "80202", 18), metro("WC", "SLC", "84101", 8),
    metro("WC", "LAS", "89101", 6),
];

impl Metro {
    /// The fulfillment center at which its routes start.
    pub fn fulfillment_center(&self) -> &'static str {
        match (self.market, self.code) {
            ("MW", _) => "FC_CHICAGO",
            ("NE", _) => "FC_NEWARK",
            ("S", "ATL" | "CLT" | "RDU" | "BNA" | "MCO" | "JAX" | "BHM" | "RIC" | "CAE") => "FC_ATLANTA",
            ("S", _) => "FC_DALLAS",
            (_, "DEN" | "SLC") => "FC_DENVER",
            _ => "FC_LOS_ANGELES",
        }
    }
}

/// A metro and the places in it.
#[derive(Debug)]
pub struct Area {
    /// The metro.
    pub metro: &'static Metro,
    /// Its places, sorted by the distance to its center.
    pub places: Vec<Place>,
}

/// The metros with their places. A metro whose center is not among `places` is left out.
pub fn areas(places: &[Place]) -> Vec<Area> {
    let area = |metro: &'static Metro| {
        let center = places.iter().find(|place| place.zip_code == metro.zip_code)?;
        let mut within: Vec<_> = places
            .iter()
            .map(|place| (center.miles_to(place), place))
            .filter(|(miles, _)| *miles <= RADIUS_MILES)
            .collect();
        within.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        Some(Area { metro, places: within.into_iter().map(|(_, place)| place.clone()).collect() })
    };
    METROS.iter().filter_map(area).collect()
}

/// A random area, weighted by share.
pub fn choose<'a>(areas: &'a [Area], rng: &mut Rng) -> Option<&'a Area> {
    let mut ticket = rng.u32(..areas.iter().map(|area| area.metro.share).sum::<u32>().max(1));
    areas.iter().find(|area| {
        let chosen = ticket < area.metro.share;
        ticket = ticket.saturating_sub(area.metro.share);
        chosen
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places;
    use std::collections::BTreeSet;

    #[test]
    fn every_metro_is_found_and_codes_are_unique() {
        let areas = areas(&places::all());
        assert_eq!(areas.len(), METROS.len());
        assert_eq!(areas.iter().map(|area| area.metro.code).collect::<BTreeSet<_>>().len(), METROS.len());
        assert!(areas.iter().all(|area| area.places.len() >= 10));
    }

    #[test]
    fn areas_are_chosen_by_their_shares() {
        let areas = areas(&places::all());
        let mut rng = Rng::with_seed(1);
        let chosen = (0..10_000).filter_map(|_| choose(&areas, &mut rng)).filter(|area| area.metro.code == "CHI");
        assert!((2000..2800).contains(&chosen.count()));
    }
}
