//! Writing what telemetry tells of a fridge's inventory.

use crate::{
    message,
    model::{Inventory, Slot, SlotItem},
    store::InventoryStore,
};
use locations::model::LocationId;
use serde::Serialize;
use shared::{
    Instant, Result,
    live::{Channel, Live},
};

/// Tells who looks at the fridge that there is a newer inventory. What is in it is not among what is told: it is for
/// those who may read inventories.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Event {
    Inventory { timestamp: Instant },
}

/// Writes what is in a fridge, unless what is stored is as new, and tells the pages that are open.
pub async fn inventory(
    (store, live): (&InventoryStore, &Live),
    location_id: LocationId,
    timestamp: Instant,
    told: message::Inventory,
) -> Result<()> {
    let inventory = Inventory::told(location_id, timestamp, told);
    if store.put(&inventory).await? {
        let event = [Event::Inventory { timestamp }];
        live.publish(Channel::Fridge(inventory.location_id.as_str()), &event).await;
    }
    Ok(())
}

impl Inventory {
    /// What a message tells.
    pub fn told(location_id: LocationId, timestamp: Instant, told: message::Inventory) -> Self {
        let mut slots: Vec<Slot> = told.slots.into_iter().map(slot).collect();
        slots.sort_by_key(|slot| (slot.row, slot.column));
        Self {
            location_id,
            timestamp,
            slots,
            images: told.images.into_iter().map(|(item, url)| (item, url.into())).collect(),
            shelf_life: told.shelf_life.into_iter().map(|(item, days)| (item, days.into())).collect(),
        }
    }
}

fn slot(slot: message::Slot) -> Slot {
    let item = |item: message::SlotItem| SlotItem {
        vend_item_name: item.vend_item_name.into(),
        production_date: item.production_date,
    };
    Slot {
        row: slot.row.into(),
        column: slot.column.into(),
        slot_item_name: slot.slot_item_name.into(),
        items: slot.items.into_iter().map(item).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pages_are_told_that_there_is_a_newer_inventory_and_not_what_is_in_it() {
        let event = Event::Inventory { timestamp: "2026-11-21T10:00:00Z".parse().unwrap() };
        assert_eq!(json!(event), json!({ "type": "inventory", "timestamp": "2026-11-21T10:00:00.000Z" }));
    }
}
