//! The table of inventories: one item is all that is in one fridge. The only module that knows its key.

use crate::model::Inventory;
use aws_sdk_dynamodb::Client;
use locations::model::LocationId;
use shared::{
    Environment, FromEnvironment, Result,
    dynamo::{self, text},
};

/// The table of inventories.
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
    /// Stores what is in a fridge, unless what is stored is as new; answers whether it did.
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
        dynamo::unless_refused(put).map(|stored| stored.is_some())
    }

    /// Stores many inventories whatever is there: for the seeder.
    pub async fn put_all(&self, inventories: &[Inventory]) -> Result<()> {
        let items = inventories.iter().map(dynamo::to_item).collect::<Result<Vec<_>>>()?;
        dynamo::put_all(&self.client, &self.table, items).await
    }

    /// What is in the location's fridge; `None` where it never told.
    pub async fn get(&self, id: &LocationId) -> Result<Option<Inventory>> {
        let get = self.client.get_item().table_name(&self.table).key("locationId", text(id.as_str()));
        let answer = get.send().await.map_err(dynamo::failure)?;
        answer.item.map(|item| dynamo::from_item(&self.table, "locationId", item)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Slot, SlotItem};

    #[test]
    fn a_stored_inventory_reads_back_as_it_was() {
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
