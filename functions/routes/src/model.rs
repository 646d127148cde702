//! What is stored of a route's day, named as `infra/schema.graphql` names it.

use chrono::NaiveDate;
use locations::model::LocationId;
pub use locations::model::Market;
use serde::{Deserialize, Serialize};

/// The stops of one route on one day, which are stored and replaced together.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteDay {
    /// The day.
    pub stocking_date: NaiveDate,
    /// The route, in lower case.
    pub route: String,
    /// Where it drives.
    pub market: Market,
    /// Its stops, in their order: see [`RouteDay::new`].
    pub stops: Vec<Stop>,
}

impl RouteDay {
    /// Puts the stops into the order that they have whatever order they came in: by stop, id and stocking.
    pub fn new(stocking_date: NaiveDate, route: String, market: Market, mut stops: Vec<Stop>) -> Self {
        let place = |stop: &Stop| (stop.stop, stop.id.clone(), stop.stocking_index);
        stops.sort_by_cached_key(place);
        Self { stocking_date, route, market, stops }
    }
}

/// One call at a location.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stop {
    /// The location.
    pub id: LocationId,
    /// Position on the route.
    pub stop: u32,
    /// Which stocking of the location's day it is.
    pub stocking_index: u32,
    /// What is done there, in upper case.
    pub stop_type: String,
}
