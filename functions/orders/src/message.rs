//! Telemetry message with an order.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::{Count, KeyPart, Text};

/// Sent by an order system: a complete order for a location.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The upstream id. It stays the same if the order moves to another day or location.
    pub order_id: KeyPart<200>,
    /// The drop-off day, a business day `YYYY-MM-DD`.
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    pub drop_off_date: NaiveDate,
    /// The delivery day, a business day `YYYY-MM-DD`.
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    pub delivery_date: NaiveDate,
    /// The number of the location's stocking on that day.
    pub stocking_index: Count<1000>,
    /// Order type, such as `INTERNAL_ORDER`.
    pub order_type: Text<100>,
    /// The user or system that placed the order.
    pub order_owner: Text<200>,
    /// The client that the food belongs to.
    pub client_code: Text<100>,
    /// Order status. `DELETED` for a canceled order.
    pub status: Text<100>,
    /// Delivery address, if it differs from the location's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_for_delivery: Option<Text<500>>,
    /// Notes for the driver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_special_notes: Option<Text<2000>>,
    /// The upload that contained the order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_upload_id: Option<Text<200>>,
    /// The ordered items.
    pub items: Vec<OrderItem>,
}

/// One line of an order.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// The item's name.
    pub item: Text<200>,
    /// Quantity.
    pub quantity: Count<100_000>,
}
