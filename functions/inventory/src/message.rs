//! Telemetry message with a fridge's inventory.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::bounded::{Count, Text};
use std::collections::BTreeMap;

/// Reported by a fridge: its complete inventory.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    /// All slots, including empty ones.
    pub slots: Vec<Slot>,
    /// Image URLs, by item.
    #[serde(default)]
    pub images: BTreeMap<String, Text<2000>>,
    /// Shelf life in days, by item.
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
    /// The item that the slot is assigned to.
    pub slot_item_name: Text<200>,
    /// The units in the slot. The first one is sold next.
    pub items: Vec<SlotItem>,
}

/// One unit in a slot.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SlotItem {
    /// The item.
    pub vend_item_name: Text<200>,
    /// The production day, `YYYY-MM-DD`.
    #[serde(deserialize_with = "shared::time::deserialize_day")]
    pub production_date: NaiveDate,
}
