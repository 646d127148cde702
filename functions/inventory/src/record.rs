//! Writing what telemetry tells of a fridge's inventory.

use crate::{
    message,
    model::{Inventory, Slot, SlotItem},
    store::InventoryStore,
};
use locations::model::LocationId;
use shared::{Instant, Result};

/// Writes what is in a fridge, unless what is stored is as new.
pub async fn inventory(
    store: &InventoryStore,
    location_id: LocationId,
    timestamp: Instant,
    inventory: message::Inventory,
) -> Result<()> {
    let mut slots: Vec<Slot> = inventory.slots.into_iter().map(slot).collect();
    slots.sort_by_key(|slot| (slot.row, slot.column));
    let inventory = Inventory {
        location_id,
        timestamp,
        slots,
        images: inventory.images.into_iter().map(|(item, url)| (item, url.into())).collect(),
        shelf_life: inventory.shelf_life.into_iter().map(|(item, days)| (item, days.into())).collect(),
    };
    store.put(&inventory).await
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
