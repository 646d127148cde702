//! `InventoryStore` reads and writes the Inventory table. One table item contains the inventory of one fridge.

use crate::model::Inventory;
use locations::model::LocationId;
use shared::{
    Result,
    table::{self, SimpleKey, attribute},
};

const KEY: SimpleKey = SimpleKey::new("locationId");

shared::store! {
    /// The Inventory table.
    pub struct InventoryStore { variable: "INVENTORY_TABLE", key: KEY }
}

impl InventoryStore {
    /// Stores an inventory unless the stored one is at least as new. Returns whether it was stored.
    pub async fn put(&self, inventory: &Inventory) -> Result<bool> {
        let is_newer = attribute("timestamp").less_than(inventory.timestamp);
        let put = self.table.put(table::to_item(inventory)?);
        put.when(attribute("locationId").not_exists().or(is_newer)).send().await
    }

    /// Stores inventories without a condition. Used by the seeder.
    pub async fn put_all(&self, inventories: &[Inventory]) -> Result<()> {
        self.table.put_all(inventories.iter().map(table::to_item).collect::<Result<_>>()?).await
    }

    /// Returns the location's inventory, or `None` if its fridge has not reported one.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Inventory>> {
        self.table.get(KEY.of(id.as_str())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Slot, SlotItem};

    #[test]
    fn reads_a_stored_inventory_back_unchanged() {
        let unit = SlotItem { vend_item_name: "CAESAR_SALAD".into(), production_date: "2026-11-20".parse().unwrap() };
        let slot = |column, items| Slot { row: 1, column, slot_item_name: "CAESAR_SALAD".into(), items };
        let inventory = Inventory {
            location_id: "FRIDGE_1".parse().unwrap(),
            timestamp: "2026-11-22T20:00:00Z".parse().unwrap(),
            slots: vec![slot(1, vec![unit.clone(), unit]), slot(2, Vec::new())],
            images: [("CAESAR_SALAD".into(), "https://images.example/caesar.jpg".into())].into(),
            shelf_life: [("CAESAR_SALAD".into(), 4)].into(),
        };
        let item = table::to_item(&inventory).unwrap();
        assert_eq!(item["locationId"].as_s().map(String::as_str), Ok("FRIDGE_1"));
        assert_eq!(table::from_item::<Inventory>("Inventory", "locationId", item).unwrap(), inventory);
    }
}
