//! Short forms of a location for lists: attributes that the index `fleet` projects.

use super::{Address, Flag, Location, LocationId, LocationStatus, LocationTimeZone, LocationType};
use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// An entry of the locations list.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the GraphQL schema documents each attribute")]
pub struct LocationSummary {
    pub id: LocationId,
    #[serde(rename = "type")]
    pub kind: LocationType,
    pub pretty_name: String,
    pub address: Address,
    pub route: Option<String>,
    pub stop: Option<u32>,
    pub status: LocationStatus,
    pub public_status: LocationStatus,
    pub prod: Flag,
    pub market: Option<String>,
    pub time_zone: LocationTimeZone,
    pub latitude: Decimal,
    pub longitude: Decimal,
    pub last_modified: Instant,
}

impl From<Location> for LocationSummary {
    fn from(location: Location) -> Self {
        Self {
            id: location.id,
            kind: location.kind,
            pretty_name: location.pretty_name,
            address: location.address,
            route: location.route,
            stop: Some(location.stop),
            status: location.status,
            public_status: location.public_status,
            prod: location.prod,
            market: location.market,
            time_zone: location.time_zone,
            latitude: location.latitude,
            longitude: location.longitude,
            last_modified: location.last_modified,
        }
    }
}

/// The short form of a location that existence checks and planning read.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the GraphQL schema documents each attribute")]
pub struct OpsLocation {
    pub id: LocationId,
    #[serde(rename = "type")]
    pub kind: LocationType,
    pub account_tier: Option<String>,
    pub online_date: Option<NaiveDate>,
    pub fulfillment_center: Option<String>,
    pub opportunity_name: Option<String>,
    pub routing_tag: Option<String>,
    pub park_to_fridge_instructions: Option<String>,
    pub route: Option<String>,
    pub stop: Option<u32>,
    pub pretty_name: Option<String>,
}

impl OpsLocation {
    /// The names of all attributes.
    pub const ATTRIBUTES: [&str; 11] = [
        "id",
        "type",
        "accountTier",
        "onlineDate",
        "fulfillmentCenter",
        "opportunityName",
        "routingTag",
        "parkToFridgeInstructions",
        "route",
        "stop",
        "prettyName",
    ];
}
