//! `GET /locations/{id}/inventory`: what is in one fridge, with the field names of the spec (planning and reporting,
//! sections 3 and 7).

use crate::{
    model::{self, Inventory},
    store::InventoryStore,
};
use locations::{model::LocationId, store::LocationStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Instant, Result};
use std::collections::BTreeMap;

/// Which fridge.
#[derive(Debug, Deserialize)]
pub struct InventoryArguments {
    id: String,
}

/// What is in a fridge.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FridgeInventory {
    inventory: Told,
    timestamp: Instant,
    location: LocationId,
    /// Addresses of pictures, by item.
    images: BTreeMap<String, String>,
    /// Days that an item keeps, by item; an item whose shelf life is not known is not among them.
    shelf_life: BTreeMap<String, u32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Told {
    payload: Payload,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    /// By coordinate, `row:column`.
    items_by_slot: BTreeMap<String, Slot>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
struct Slot {
    slot_item_name: String,
    /// The next to be sold first.
    items_in_slot: Vec<model::SlotItem>,
}

impl From<Inventory> for FridgeInventory {
    fn from(Inventory { location_id, timestamp, slots, images, shelf_life }: Inventory) -> Self {
        let slot = |model::Slot { row, column, slot_item_name, items }: model::Slot| {
            (format!("{row}:{column}"), Slot { slot_item_name, items_in_slot: items })
        };
        let payload = Payload { items_by_slot: slots.into_iter().map(slot).collect() };
        Self { inventory: Told { payload }, timestamp, location: location_id, images, shelf_life }
    }
}

/// What the location's fridge told last.
///
/// # Errors
/// [`Error::NotFound`] where there is no such location, or its fridge never told.
pub async fn inventory_of(
    (store, locations): &(InventoryStore, LocationStore),
    InventoryArguments { id }: InventoryArguments,
) -> Result<FridgeInventory> {
    // What cannot be an id is no location's.
    let unknown = || Error::NotFound(format!("There is no location {id}"));
    let location: LocationId = id.parse().map_err(|_| unknown())?;
    if let Some(inventory) = store.get(&location).await? {
        return Ok(inventory.into());
    }
    let stored = locations.resolve([location.clone()].into()).await?.remove(&location).ok_or_else(unknown)?;
    let none = || Error::NotFound(format!("{id} has not told its inventory yet"));
    if stored == location {
        return Err(none());
    }
    // The id was written in another case.
    store.get(&stored).await?.map(Into::into).ok_or_else(none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_inventory_has_the_fields_of_the_spec_and_its_slots_by_coordinate() {
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
