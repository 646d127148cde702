//! The report and the zone layout. The API fixes the field names.

use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The zones (PKG-1).
pub const ZONES: [&str; 4] = ["1", "2", "3", "4"];
/// The bays of each zone.
pub const BAYS: [&str; 2] = ["A", "B"];

/// The items that a location needs.
#[derive(Clone, Debug, Eq, JsonSchema, PartialEq, Serialize)]
pub struct ReportLocation {
    /// The location.
    pub location: LocationId,
    /// The driver's route on that day, or the location's default route. Absent if it has neither.
    pub driver: Option<String>,
    /// Needed quantity by item. Only items with a need above 0.
    pub data_ids: BTreeMap<String, u32>,
}

/// A page of the report. A location with several stockings on the day can be on several pages; its needs add up.
#[derive(Debug, JsonSchema, Serialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PackingReport")]
pub struct Report {
    /// The needs, ordered by location.
    pub locations: Vec<ReportLocation>,
    /// Cursor of the next page. Absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_token: Option<String>,
}

/// A bay and its items.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[schemars(rename = "PackingBay")]
pub struct Bay {
    /// The zone.
    #[schemars(extend("enum" = ZONES))]
    pub zone: String,
    /// The bay in the zone.
    #[schemars(extend("enum" = BAYS))]
    pub bay: String,
    /// The items, in their order in the bay.
    pub items: Vec<String>,
}

/// The items of all bays. An item is in one bay at most.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[schemars(rename = "PackingLayout")]
pub struct Layout {
    /// Version: the number of writes. 0 before the first write.
    pub version: u64,
    /// The bays, ordered by zone and bay.
    pub bays: Vec<Bay>,
}

impl Layout {
    /// Returns a layout with empty bays.
    pub fn empty() -> Self {
        let bays = |zone: &'static str| {
            BAYS.iter().map(move |bay| Bay { zone: zone.into(), bay: (*bay).into(), items: Vec::new() })
        };
        Self { version: 0, bays: ZONES.into_iter().flat_map(bays).collect() }
    }
}
