//! The part of a fridge's health that lists of the fleet show and filter.

use super::{HealthReport, NetworkSpeed};
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// The values of a report from which the screens derive colors, problems and filters. Unknown values are left out.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default, rename_all = "camelCase")]
pub struct HealthSummary {
    /// [`HealthReport::jofemar_state`].
    pub jofemar_state: Option<String>,
    /// [`HealthReport::safety_hold`].
    pub safety_hold: Option<bool>,
    /// [`HealthReport::safety_hold_ts`].
    pub safety_hold_ts: Option<Instant>,
    /// [`HealthReport::out_of_order`].
    pub out_of_order: Option<bool>,
    /// [`HealthReport::out_of_order_ts`].
    pub out_of_order_ts: Option<Instant>,
    /// [`HealthReport::inaccessible`].
    pub inaccessible: Option<bool>,
    /// [`HealthReport::hdmi`].
    pub hdmi: Option<bool>,
    /// [`HealthReport::elo`].
    pub elo: Option<bool>,
    /// [`HealthReport::card_reader`].
    pub card_reader: Option<bool>,
    /// [`HealthReport::electrical_layout`].
    pub electrical_layout: Option<bool>,
    /// [`HealthReport::active_ticket`].
    pub active_ticket: Option<bool>,
    /// [`HealthReport::temperature`], in degrees Fahrenheit.
    pub temperature: Option<f64>,
    /// [`HealthReport::network_speed`].
    pub network_speed: Option<NetworkSpeed>,
}

impl From<&HealthReport> for HealthSummary {
    fn from(report: &HealthReport) -> Self {
        Self {
            jofemar_state: report.jofemar_state.clone(),
            safety_hold: report.safety_hold,
            safety_hold_ts: report.safety_hold_ts,
            out_of_order: report.out_of_order,
            out_of_order_ts: report.out_of_order_ts,
            inaccessible: report.inaccessible,
            hdmi: report.hdmi,
            elo: report.elo,
            card_reader: report.card_reader,
            electrical_layout: report.electrical_layout,
            active_ticket: report.active_ticket,
            temperature: report.temperature,
            network_speed: report.network_speed,
        }
    }
}

/// A fridge's item in the index of the fleet.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct FleetItem {
    /// The fridge.
    pub location_id: LocationId,
    /// When the report was made, by the fridge's clock.
    pub timestamp: Instant,
    /// When Larder received the report.
    pub received_at: Instant,
    /// The values. Empty for a report that was stored before the index existed.
    #[serde(default)]
    pub summary: HealthSummary,
}

/// A fridge of the fleet as `infra/schema.graphql` defines it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FridgeHealthSummary {
    /// The fridge.
    pub location_id: LocationId,
    /// When the report was made, by the fridge's clock.
    pub timestamp: Instant,
    /// When Larder received the report.
    pub received_at: Instant,
    /// The values.
    #[serde(flatten)]
    pub summary: HealthSummary,
}

impl From<FleetItem> for FridgeHealthSummary {
    fn from(FleetItem { location_id, timestamp, received_at, summary }: FleetItem) -> Self {
        Self { location_id, timestamp, received_at, summary }
    }
}
