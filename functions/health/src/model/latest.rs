//! What a fridge reported last.

use super::{FridgeAlertKind, HealthReport};
use crate::rules::alert::Watch;
use locations::model::{LocationId, LocationTimeZone};
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What a fridge reported last, and what alerts need to remember of it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Latest {
    /// The fridge.
    pub location_id: LocationId,
    /// When it was so, by the fridge's clock.
    pub timestamp: Instant,
    /// When Larder received it.
    pub received_at: Instant,
    /// The message that told.
    pub message_id: Uuid,
    /// What it told.
    pub health: HealthReport,
    /// Since when it is too warm, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_since: Option<Instant>,
    /// Since when it is out of order, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out_of_order_since: Option<Instant>,
    /// The ids of its open alerts.
    #[serde(default)]
    pub open: BTreeMap<FridgeAlertKind, String>,
}

impl Latest {
    /// What decides about its alerts.
    pub fn watch(&self) -> Watch {
        Watch {
            timestamp: self.timestamp,
            warm_since: self.warm_since,
            out_of_order_since: self.out_of_order_since,
            open: self.open.keys().copied().collect(),
        }
    }
}

/// A fridge's health as the schema has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeHealth {
    /// The fridge.
    pub location_id: LocationId,
    /// When it was so, by the fridge's clock.
    pub timestamp: Instant,
    /// When Larder received it.
    pub received_at: Instant,
    /// The location's zone.
    pub timezone: Option<LocationTimeZone>,
    /// What it told.
    #[serde(flatten)]
    pub report: HealthReport,
}

impl FridgeHealth {
    /// What is stored, with the zone that the location has.
    pub fn new(latest: Latest, timezone: Option<LocationTimeZone>) -> Self {
        let Latest { location_id, timestamp, received_at, health, .. } = latest;
        Self { location_id, timestamp, received_at, timezone, report: health }
    }
}
