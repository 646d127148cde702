//! What is stored of an order.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// What a location is to be brought. Upstream systems tell; nobody edits it here.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The order's identity upstream.
    pub unique_id: String,
    /// For where.
    pub location_id: LocationId,
    /// The business day on which it is dropped off.
    pub drop_off_date: NaiveDate,
    /// The business day on which it is delivered.
    pub delivery_date: NaiveDate,
    /// Which stocking of the location's day it is for.
    pub stocking_index: u32,
    /// What kind of order it is.
    pub order_type: String,
    /// Who placed it.
    pub order_owner: String,
    /// Whose food it is.
    pub client_code: String,
    /// How far it got; `DELETED` where it was taken back.
    pub status: String,
    /// Where it goes, where that is not the location's own address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_for_delivery: Option<String>,
    /// What the driver should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_special_notes: Option<String>,
    /// The upload that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_upload_id: Option<String>,
    /// What is to be brought.
    pub items: Vec<OrderItem>,
    /// When what it tells was so.
    pub occurred_at: Instant,
}

/// The status of what was taken back.
pub(crate) const TAKEN_BACK: &str = "DELETED";

impl Order {
    /// Whether it was taken back: nothing is brought for it.
    pub fn taken_back(&self) -> bool {
        self.status == TAKEN_BACK
    }
}

/// One line of an order.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// The item's name.
    pub item: String,
    /// How many.
    pub quantity: u32,
}
