//! Writes the inventory that a fridge reports.

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

/// Stores the inventory unless the stored one is at least as new, and publishes a live event if an open page follows the
/// fridge.
pub async fn inventory(
    (store, live): (&InventoryStore, &Live),
    location_id: LocationId,
    (timestamp, now): (Instant, Instant),
    report: message::Inventory,
) -> Result<()> {
    let inventory = Inventory::from_message(location_id, timestamp, report);
    if store.put(&inventory).await?.is_published(now) {
        let fridge = inventory.location_id.as_str();
        live.publish(Channel::Fridge(fridge), &[Event::new(Kind::Inventory, fridge)]).await;
    }
    Ok(())
}

impl Inventory {
    /// Converts a telemetry message.
    pub fn from_message(location_id: LocationId, timestamp: Instant, report: message::Inventory) -> Self {
        let mut slots: Vec<Slot> = report.slots.into_iter().map(slot).collect();
        slots.sort_by_key(|slot| (slot.row, slot.column));
        Self {
            location_id,
            timestamp,
            slots,
            images: report.images.into_iter().map(|(item, url)| (item, url.into())).collect(),
            shelf_life: report.shelf_life.into_iter().map(|(item, days)| (item, days.into())).collect(),
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
