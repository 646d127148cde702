//! The names of planograms, price map templates and fridge schema templates, and which of them a fridge has.

use crate::words::{pick, word};
use fastrand::Rng;
use locations::{
    model::Vertical,
    names::{Kind, Name},
};

const MARKETS: [&str; 4] = ["MW", "NE", "S", "WC"];
const ASSORTMENTS: [&str; 5] = ["OFFICE", "HEALTH", "CAMPUS", "HOME", "TRAVEL"];
const VARIANTS: [&str; 2] = ["A", "B"];
const SCHEMAS: [&str; 4] = ["STANDARD", "COMPACT", "DOUBLE", "FROZEN"];

/// All names.
pub fn names() -> Vec<Name> {
    let of = |kind: Kind, name: String| Name { kind, name };
    let mut names = vec![
        of(Kind::Planogram, Kind::Planogram.standard().into()),
        of(Kind::PriceMapTemplate, Kind::PriceMapTemplate.standard().into()),
        of(Kind::PriceMapTemplate, "PMT_SUBSIDIZED".into()),
        of(Kind::PriceMapTemplate, "PMT_TESTING".into()),
    ];
    for market in MARKETS {
        for assortment in ASSORTMENTS {
            names.extend(VARIANTS.map(|variant| of(Kind::Planogram, planogram(market, assortment, variant))));
        }
        names.extend(SCHEMAS.map(|schema| of(Kind::FridgeSchema, format!("{market}_{schema}"))));
        names.extend(["AIRPORT", "HEALTHCARE"].map(|of_what| of(Kind::PriceMapTemplate, template(market, of_what))));
        if market != "MW" {
            names.push(of(Kind::PriceMapTemplate, template(market, "STANDARD")));
        }
    }
    names
}

fn planogram(market: &str, assortment: &str, variant: &str) -> String {
    format!("{market}_{assortment}_{variant}")
}

fn template(market: &str, of_what: &str) -> String {
    format!("PMT_{market}_{of_what}")
}

/// A layout for a site of that kind.
pub fn layout(rng: &mut Rng, market: &str, vertical: Vertical) -> String {
    let assortment = match vertical {
        Vertical::Healthcare => "HEALTH",
        Vertical::Education => "CAMPUS",
        Vertical::ResidentialProperty => "HOME",
        Vertical::Airport | Vertical::TravelLeisure => "TRAVEL",
        _ => "OFFICE",
    };
    planogram(market, assortment, word(rng, &VARIANTS))
}

/// The prices of a site of that kind.
pub fn price_map_template(market: &str, vertical: Vertical, subsidized: bool) -> String {
    match (vertical, market) {
        _ if subsidized => "PMT_SUBSIDIZED".into(),
        (Vertical::Testing, _) => "PMT_TESTING".into(),
        (Vertical::Airport, _) => template(market, "AIRPORT"),
        (Vertical::Healthcare, _) => template(market, "HEALTHCARE"),
        (_, "MW") => Kind::PriceMapTemplate.standard().into(),
        _ => template(market, "STANDARD"),
    }
}

/// A fridge schema as a location stores it.
pub fn fridge_schema(rng: &mut Rng, market: &str) -> String {
    let schema = pick(rng, &["STANDARD", "STANDARD", "STANDARD", "COMPACT", "DOUBLE", "FROZEN"]).unwrap_or("STANDARD");
    Kind::FridgeSchema.value(&format!("{market}_{schema}"))
}
