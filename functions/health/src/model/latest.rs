//! What a fridge reported last.

use super::{FridgeAlertKind, HealthReport};
use crate::rules::{
    alert::{self, Watch},
    condition::Condition,
};
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
    /// What its reports say of being too warm.
    #[serde(default)]
    pub warm_reports: Condition,
    /// What its reports say of being out of order.
    #[serde(default)]
    pub out_of_order_reports: Condition,
    /// Counts the reports that changed any of the above.
    #[serde(default)]
    pub revision: u64,
    /// The ids of its open alerts.
    #[serde(default)]
    pub open: BTreeMap<FridgeAlertKind, String>,
}

impl Latest {
    /// What is known after a report that is older than the newest: it adds to what is known of its conditions.
    #[must_use]
    pub fn with_late(&self, at: Instant, report: &HealthReport) -> Self {
        let (warm, out_of_order) = alert::statements(report, at);
        Self {
            warm_reports: self.warm_reports.clone().with(warm),
            out_of_order_reports: self.out_of_order_reports.clone().with(out_of_order),
            ..self.clone()
        }
    }

    /// What decides about its alerts.
    pub fn watch(&self) -> Watch {
        Watch {
            timestamp: self.timestamp,
            warm_since: self.warm_reports.since(),
            out_of_order_since: self.out_of_order_reports.since(),
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
