//! Stored form of a fridge's inventory.

use chrono::NaiveDate;
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;

/// A fridge's last reported inventory.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    /// The fridge's location.
    pub location_id: LocationId,
    /// The time of the report, by the fridge's clock.
    pub timestamp: Instant,
    /// All slots, ordered by row and column.
    pub slots: Vec<Slot>,
    /// Image URLs, by item.
    pub images: BTreeMap<String, String>,
    /// Shelf life in days, by item.
    pub shelf_life: BTreeMap<String, u32>,
}

/// One slot.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// Its row, from the top.
    pub row: u32,
    /// Its column, from the left.
    pub column: u32,
    /// The item that the slot is assigned to.
    pub slot_item_name: String,
    /// The units in the slot. The first one is sold next.
    pub items: Vec<SlotItem>,
}

/// One unit in a slot.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InventoryItem")]
pub struct SlotItem {
    /// The item.
    pub vend_item_name: String,
    /// The production day.
    pub production_date: NaiveDate,
}
