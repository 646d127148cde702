//! What telemetry tells of orders.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::{Count, KeyPart, Text};

/// From the order systems: what a location is to be brought. Each message tells the whole order.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The order's identity upstream, which names it wherever and whenever it goes.
    pub order_id: KeyPart<200>,
    /// The business day on which it is dropped off, `YYYY-MM-DD`.
    pub drop_off_date: NaiveDate,
    /// The business day on which it is delivered, `YYYY-MM-DD`.
    pub delivery_date: NaiveDate,
    /// Which stocking of the location's day it is for.
    pub stocking_index: Count<1000>,
    /// What kind of order it is, such as `INTERNAL_ORDER`.
    pub order_type: Text<100>,
    /// Who placed it.
    pub order_owner: Text<200>,
    /// Whose food it is.
    pub client_code: Text<100>,
    /// How far it got; `DELETED` where it was taken back.
    pub status: Text<100>,
    /// Where it goes, where that is not the location's own address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address_for_delivery: Option<Text<500>>,
    /// What the driver should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery_special_notes: Option<Text<2000>>,
    /// The upload that it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_upload_id: Option<Text<200>>,
    /// What is to be brought.
    pub items: Vec<OrderItem>,
}

/// One line of an order.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// The item's name.
    pub item: Text<200>,
    /// How many.
    pub quantity: Count<100_000>,
}
