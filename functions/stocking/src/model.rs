//! What is stored of a packing slip.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// What a kitchen packed for one stocking of a location. Upstream systems tell; nobody edits it here.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PackingSlip {
    /// For where.
    pub location_id: LocationId,
    /// The slip's identity upstream.
    pub unique_id: String,
    /// The business day on which it is dropped off.
    pub drop_off_date: NaiveDate,
    /// The route that brings it.
    pub route: String,
    /// Which stocking of the location's day it is.
    pub stocking_index: u32,
    /// The day on which it was written.
    pub create_date: NaiveDate,
    /// What kind of order it belongs to, such as `INTERNAL_ORDER`.
    pub slip_type: String,
    /// Whose food it is.
    pub client_code: String,
    /// How far it got, such as `PACKED`; `DELETED` where it was taken back.
    pub status: String,
    /// Totes.
    pub tote_count: u32,
    /// When what it tells was so.
    pub occurred_at: Instant,
}
