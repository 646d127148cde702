//! What telemetry tells of a fridge's inventory.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::{Count, Text};
use std::collections::BTreeMap;

/// From a fridge: all that is in it. Each message tells the whole fridge.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    /// All slots, those that are empty included.
    pub slots: Vec<Slot>,
    /// Addresses of pictures, by item.
    #[serde(default)]
    pub images: BTreeMap<String, Text<2000>>,
    /// Days that an item keeps, by item.
    #[serde(default)]
    pub shelf_life: BTreeMap<String, Count<3650>>,
}

/// One slot.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// Its row, from the top.
    pub row: Count<1000>,
    /// Its column, from the left.
    pub column: Count<1000>,
    /// The item that belongs into it.
    pub slot_item_name: Text<200>,
    /// What is in it, the next to be sold first.
    pub items: Vec<SlotItem>,
}

/// One unit in a slot.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SlotItem {
    /// The item.
    pub vend_item_name: Text<200>,
    /// The day on which it was made, `YYYY-MM-DD`.
    pub production_date: NaiveDate,
}
