//! The names of planograms, price map templates and fridge schema templates, and the choice of names for a fridge.

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

/// All names of all kinds.
pub fn names() -> Vec<Name> {
    let name = |kind: Kind, name: String| Name { kind, name };
    let mut names = vec![
        name(Kind::Planogram, Kind::Planogram.standard().into()),
        name(Kind::PriceMapTemplate, Kind::PriceMapTemplate.standard().into()),
        name(Kind::PriceMapTemplate, "PMT_SUBSIDIZED".into()),
        name(Kind::PriceMapTemplate, "PMT_TESTING".into()),
    ];
    for market in MARKETS {
        for assortment in ASSORTMENTS {
            names.extend(VARIANTS.map(|variant| name(Kind::Planogram, planogram(market, assortment, variant))));
        }
        names.extend(SCHEMAS.map(|schema| name(Kind::FridgeSchema, format!("{market}_{schema}"))));
        names.extend(["AIRPORT", "HEALTHCARE"].map(|group| name(Kind::PriceMapTemplate, template(market, group))));
        if market != "MW" {
            names.push(name(Kind::PriceMapTemplate, template(market, "STANDARD")));
        }
    }
    names
}

fn planogram(market: &str, assortment: &str, variant: &str) -> String {
    format!("{market}_{assortment}_{variant}")
}

fn template(market: &str, group: &str) -> String {
    format!("PMT_{market}_{group}")
}

/// A random layout for a site of this vertical.
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

/// The price map template for a site of this vertical.
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

/// A random fridge schema in the format that a location stores.
pub fn fridge_schema(rng: &mut Rng, market: &str) -> String {
    let schema = pick(rng, &["STANDARD", "STANDARD", "STANDARD", "COMPACT", "DOUBLE", "FROZEN"]).unwrap_or("STANDARD");
    Kind::FridgeSchema.value(&format!("{market}_{schema}"))
}
