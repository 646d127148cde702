//! The stored form of a packing slip.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// The packing slip of one stocking of a location. Upstream systems send it; users cannot edit it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackingSlip {
    /// The location.
    pub location_id: LocationId,
    /// The slip's id in the upstream system.
    pub unique_id: String,
    /// The business day of the drop-off.
    pub drop_off_date: NaiveDate,
    /// The route that delivers the slip.
    pub route: String,
    /// The number of the stocking on the location's day.
    pub stocking_index: u32,
    /// The day on which the slip was created.
    pub create_date: NaiveDate,
    /// The kind of order, such as `INTERNAL_ORDER`.
    pub slip_type: String,
    /// The client that owns the items.
    pub client_code: String,
    /// The status, such as `PACKED`. `DELETED` if the slip was canceled.
    pub status: String,
    /// The number of totes.
    pub tote_count: u32,
    /// The time of the upstream change. A slip replaces a stored slip with an earlier time.
    pub occurred_at: Instant,
}
