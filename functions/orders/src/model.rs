//! Stored form of an order.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// An order for a location. Upstream systems change it; Larder does not.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The upstream id.
    pub unique_id: String,
    /// The location.
    pub location_id: LocationId,
    /// The drop-off day, a business day.
    pub drop_off_date: NaiveDate,
    /// The delivery day, a business day.
    pub delivery_date: NaiveDate,
    /// The number of the location's stocking on that day.
    pub stocking_index: u32,
    /// Order type.
    pub order_type: String,
    /// The user or system that placed the order.
    pub order_owner: String,
    /// The client that the food belongs to.
    pub client_code: String,
    /// Order status. `DELETED` for a canceled order.
    pub status: String,
    /// Delivery address, if it differs from the location's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_for_delivery: Option<String>,
    /// Notes for the driver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_special_notes: Option<String>,
    /// The upload that contained the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_upload_id: Option<String>,
    /// The ordered items.
    pub items: Vec<OrderItem>,
    /// The time of the message that the order was read from.
    pub occurred_at: Instant,
}

/// The status of a canceled order.
pub(crate) const DELETED: &str = "DELETED";

impl Order {
    /// Whether the order was canceled. Nothing is delivered for it.
    pub fn is_deleted(&self) -> bool {
        self.status == DELETED
    }
}

/// One line of an order.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// The item's name.
    pub item: String,
    /// Quantity.
    pub quantity: u32,
}
