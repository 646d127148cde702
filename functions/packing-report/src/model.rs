//! What the report tells and what is stored of the zones, named as the spec names it.

use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The zones (spec, section 2).
pub const ZONES: [&str; 4] = ["1", "2", "3", "4"];
/// The bays of each.
pub const BAYS: [&str; 2] = ["A", "B"];

/// What a location needs (spec, section 3: packing report location).
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct ReportLocation {
    /// The location.
    pub location: LocationId,
    /// Who brings it: the route of the day, else the location's own; absent where it is on none.
    pub driver: Option<String>,
    /// How many of each item; only those that are needed.
    pub data_ids: BTreeMap<String, u32>,
}

/// A page of the report. A location that is stocked twice on the day may be on two pages: its needs add up.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// By location.
    pub locations: Vec<ReportLocation>,
    /// Give it back to get the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_token: Option<String>,
}

/// What is packed from a bay.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Bay {
    /// The zone.
    pub zone: String,
    /// The bay in it.
    pub bay: String,
    /// The items, in the order in which they lie there.
    pub items: Vec<String>,
}

/// What is packed from all bays: no item from two.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Layout {
    /// Counts the writes; 0 where nothing was written yet.
    pub version: u64,
    /// By zone and bay.
    pub bays: Vec<Bay>,
}

impl Layout {
    /// Nothing is packed from any bay.
    pub fn empty() -> Self {
        let bays = |zone: &'static str| {
            BAYS.iter().map(move |bay| Bay { zone: zone.into(), bay: (*bay).into(), items: Vec::new() })
        };
        Self { version: 0, bays: ZONES.into_iter().flat_map(bays).collect() }
    }
}
