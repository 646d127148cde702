//! `GET /locations/{id}/inventory`: returns the inventory of one fridge. The API fixes the field names of the response.

use crate::{
    model::{self, Inventory},
    store::InventoryStore,
};
use locations::{model::LocationId, store::LocationStore};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{Error, Instant, Result};
use std::collections::BTreeMap;

/// Arguments of `GET /locations/{id}/inventory`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct InventoryArguments {
    /// The location.
    #[schemars(with = "LocationId")]
    id: String,
}

/// Response of `GET /locations/{id}/inventory`.
#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
pub struct FridgeInventory {
    /// The envelope of the slots.
    inventory: InventoryEnvelope,
    /// The time of the report, by the fridge's clock.
    timestamp: Instant,
    /// The location.
    location: LocationId,
    /// Image URLs, by item.
    images: BTreeMap<String, String>,
    /// Shelf life in days, by item. Items with unknown shelf life are omitted.
    shelf_life: BTreeMap<String, u32>,
}

#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
struct InventoryEnvelope {
    payload: Payload,
}

#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InventoryPayload")]
struct Payload {
    /// The slots, by coordinate `row:column`.
    items_by_slot: BTreeMap<String, Slot>,
}

#[derive(Clone, Debug, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InventorySlot")]
struct Slot {
    slot_item_name: String,
    /// The first unit is sold next.
    items_in_slot: Vec<model::SlotItem>,
}

impl From<Inventory> for FridgeInventory {
    fn from(Inventory { location_id, timestamp, slots, images, shelf_life }: Inventory) -> Self {
        let slot = |model::Slot { row, column, slot_item_name, items }: model::Slot| {
            (format!("{row}:{column}"), Slot { slot_item_name, items_in_slot: items })
        };
        let payload = Payload { items_by_slot: slots.into_iter().map(slot).collect() };
        Self { inventory: InventoryEnvelope { payload }, timestamp, location: location_id, images, shelf_life }
    }
}

/// Returns the last inventory that the location's fridge reported.
///
/// # Errors
/// [`Error::NotFound`] if the location does not exist, or its fridge has not reported an inventory.
pub async fn inventory_of(
    (store, locations): &(InventoryStore, LocationStore),
    InventoryArguments { id }: InventoryArguments,
) -> Result<FridgeInventory> {
    // A text that is not a valid id belongs to no location.
    let unknown = || Error::NotFound(format!("There is no location {id}"));
    let location: LocationId = id.parse().map_err(|_| unknown())?;
    if let Some(inventory) = store.get(&location).await? {
        return Ok(inventory.into());
    }
    let stored = locations.resolve([location.clone()].into()).await?.remove(&location).ok_or_else(unknown)?;
    let not_reported = || Error::NotFound(format!("{id} has not reported its inventory yet"));
    if stored == location {
        return Err(not_reported());
    }
    // The id in the request has different letter case.
    store.get(&stored).await?.map(Into::into).ok_or_else(not_reported)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn response_has_the_api_fields_and_slots_by_coordinate() {
        let unit = |date: &str| model::SlotItem {
            vend_item_name: "Cobb Salad".into(),
            production_date: date.parse().unwrap(),
        };
        let slot = |row, column, items| model::Slot { row, column, slot_item_name: "Cobb Salad".into(), items };
        let inventory = Inventory {
            location_id: "CHI_0001".parse().unwrap(),
            timestamp: "2026-11-21T10:00:00Z".parse().unwrap(),
            slots: vec![slot(0, 10, vec![unit("2026-11-19"), unit("2026-11-20")]), slot(1, 0, Vec::new())],
            images: [("Cobb Salad".into(), "https://images.example/cobb.jpg".into())].into(),
            shelf_life: [("Cobb Salad".into(), 4)].into(),
        };
        let expected = json!({
            "inventory": { "payload": { "itemsBySlot": {
                "0:10": { "slotItemName": "Cobb Salad", "itemsInSlot": [
                    { "vendItemName": "Cobb Salad", "productionDate": "2026-11-19" },
                    { "vendItemName": "Cobb Salad", "productionDate": "2026-11-20" },
                ] },
                "1:0": { "slotItemName": "Cobb Salad", "itemsInSlot": [] },
            } } },
            "timestamp": "2026-11-21T10:00:00.000Z",
            "location": "CHI_0001",
            "images": { "Cobb Salad": "https://images.example/cobb.jpg" },
            "shelf_life": { "Cobb Salad": 4 },
        });
        assert_eq!(json!(FridgeInventory::from(inventory)), expected);
    }
}
