//! `InventoryStore` reads and writes the Inventory table. One table item contains the inventory of one fridge.

use crate::model::Inventory;
use aws_sdk_dynamodb::Client;
use locations::model::LocationId;
use shared::{
    Environment, FromEnvironment, Result,
    dynamo::{self, text},
};

/// The Inventory table.
#[derive(Clone, Debug)]
pub struct InventoryStore {
    client: Client,
    table: String,
}

impl FromEnvironment for InventoryStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("INVENTORY_TABLE")? })
    }
}

impl InventoryStore {
    /// Stores an inventory unless the stored one is at least as new. Returns whether it was stored.
    pub async fn put(&self, inventory: &Inventory) -> Result<bool> {
        let put = self
            .client
            .put_item()
            .table_name(&self.table)
            .set_item(Some(dynamo::to_item(inventory)?))
            .condition_expression("attribute_not_exists(locationId) OR #timestamp < :timestamp")
            .expression_attribute_names("#timestamp", "timestamp")
            .expression_attribute_values(":timestamp", text(inventory.timestamp.to_string()))
            .send()
            .await;
        dynamo::condition_failed_as_none(put).map(|stored| stored.is_some())
    }

    /// Stores inventories without a condition. Used by the seeder.
    pub async fn put_all(&self, inventories: &[Inventory]) -> Result<()> {
        let items = inventories.iter().map(dynamo::to_item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// Returns the location's inventory, or `None` if its fridge has not reported one.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Inventory>> {
        let get = self.client.get_item().table_name(&self.table).key("locationId", text(id.as_str()));
        let response = get.send().await.map_err(dynamo::failure)?;
        response.item.map(|item| dynamo::from_item(&self.table, "locationId", item)).transpose()
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
        let item = dynamo::to_item(&inventory).unwrap();
        assert_eq!(item["locationId"].as_s().map(String::as_str), Ok("FRIDGE_1"));
        assert_eq!(dynamo::from_item::<Inventory>("Inventory", "locationId", item).unwrap(), inventory);
    }
}
