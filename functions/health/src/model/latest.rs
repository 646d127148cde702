//! The latest report of a fridge.

use super::{FridgeAlertKind, HealthReport};
use crate::rules::{
    alert::{self, AlertInputs},
    condition::Condition,
};
use locations::model::{LocationId, LocationTimeZone};
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The latest report of a fridge and the state that alerts need.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Latest {
    /// The fridge.
    pub location_id: LocationId,
    /// When the report was made, by the fridge's clock.
    pub timestamp: Instant,
    /// When Larder received the report.
    pub received_at: Instant,
    /// The id of the telemetry message.
    pub message_id: Uuid,
    /// The report.
    pub health: HealthReport,
    /// The reports' statements about being too warm.
    #[serde(default)]
    pub warm_reports: Condition,
    /// The reports' statements about being out of order.
    #[serde(default)]
    pub out_of_order_reports: Condition,
    /// The number of reports that changed this item. Alert transactions require that it is unchanged.
    #[serde(default)]
    pub revision: u64,
    /// The ids of the fridge's open alerts.
    #[serde(default)]
    pub open: BTreeMap<FridgeAlertKind, String>,
    /// Until when an open page follows the fridge (`docs/requirements/health.md`, HLT-24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followed_until: Option<Instant>,
}

impl Latest {
    /// This state with the statements of a report that is older than the latest one.
    #[must_use]
    pub fn with_late_report(&self, at: Instant, report: &HealthReport) -> Self {
        let (warm, out_of_order) = alert::statements(report, at);
        Self {
            warm_reports: self.warm_reports.clone().with(warm),
            out_of_order_reports: self.out_of_order_reports.clone().with(out_of_order),
            ..self.clone()
        }
    }

    /// The inputs of the alert rules.
    pub fn alert_inputs(&self) -> AlertInputs {
        AlertInputs {
            timestamp: self.timestamp,
            warm_since: self.warm_reports.since(),
            out_of_order_since: self.out_of_order_reports.since(),
            open: self.open.keys().copied().collect(),
        }
    }
}

/// A fridge's health as `infra/schema.graphql` defines it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeHealth {
    /// The fridge.
    pub location_id: LocationId,
    /// When the report was made, by the fridge's clock.
    pub timestamp: Instant,
    /// When Larder received the report.
    pub received_at: Instant,
    /// The location's time zone.
    pub timezone: Option<LocationTimeZone>,
    /// The report.
    #[serde(flatten)]
    pub report: HealthReport,
}

impl FridgeHealth {
    /// The stored report with the location's time zone.
    pub fn new(latest: Latest, timezone: Option<LocationTimeZone>) -> Self {
        let Latest { location_id, timestamp, received_at, health, .. } = latest;
        Self { location_id, timestamp, received_at, timezone, report: health }
    }
}
