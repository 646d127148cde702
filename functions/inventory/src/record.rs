//! Writing what telemetry tells of a fridge's inventory.

use crate::{
    message,
    model::{Inventory, Slot, SlotItem},
    store::InventoryStore,
};
use locations::model::LocationId;
use shared::{
    Instant, Result,
    live::{Channel, Event, Kind, Live},
};

/// Writes what is in a fridge, unless what is stored is as new, and publishes that it changed.
pub async fn inventory(
    (store, live): (&InventoryStore, &Live),
    location_id: LocationId,
    timestamp: Instant,
    told: message::Inventory,
) -> Result<()> {
    let inventory = Inventory::told(location_id, timestamp, told);
    if store.put(&inventory).await? {
        let fridge = inventory.location_id.as_str();
        live.publish(Channel::Fridge(fridge), &[Event::new(Kind::Inventory, fridge)]).await;
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
