//! The stored data of routes. Names follow `infra/schema.graphql`.

use chrono::NaiveDate;
use locations::model::LocationId;
pub use locations::model::Market;
use serde::{Deserialize, Serialize};

/// The stops of one route on one day. They are stored and replaced together.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RouteDay {
    /// The day.
    pub stocking_date: NaiveDate,
    /// The route name, lowercase.
    pub route: String,
    /// The market of the route.
    pub market: Market,
    /// The stops, sorted by [`RouteDay::new`].
    pub stops: Vec<Stop>,
}

impl RouteDay {
    /// Creates a route day with its stops sorted by stop, id and stocking index.
    pub fn new(stocking_date: NaiveDate, route: String, market: Market, mut stops: Vec<Stop>) -> Self {
        let sort_key = |stop: &Stop| (stop.stop, stop.id.clone(), stop.stocking_index);
        stops.sort_by_cached_key(sort_key);
        Self { stocking_date, route, market, stops }
    }
}

/// One visit to a location.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stop {
    /// The location.
    pub id: LocationId,
    /// The position on the route.
    pub stop: u32,
    /// The number of the location's stocking on that day.
    pub stocking_index: u32,
    /// The type, such as `STOCK` or `REMOVAL`, uppercase.
    pub stop_type: String,
}
