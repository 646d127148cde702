//! What is stored of a fridge's inventory.

use chrono::NaiveDate;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::Instant;
use std::collections::BTreeMap;

/// All that is in a fridge, as it last told.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    /// The fridge's location.
    pub location_id: LocationId,
    /// When it was so, by the fridge's clock.
    pub timestamp: Instant,
    /// All slots, by row and column.
    pub slots: Vec<Slot>,
    /// Addresses of pictures, by item.
    pub images: BTreeMap<String, String>,
    /// Days that an item keeps, by item.
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
    /// The item that belongs into it.
    pub slot_item_name: String,
    /// What is in it, the next to be sold first.
    pub items: Vec<SlotItem>,
}

/// One unit in a slot.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SlotItem {
    /// The item.
    pub vend_item_name: String,
    /// The day on which it was made.
    pub production_date: NaiveDate,
}
