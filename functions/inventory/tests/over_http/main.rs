//! `GET /locations/{id}/inventory` at a deployed stack, over HTTP.
#![cfg(test)]

use inventory::{
    model::{Inventory, Slot, SlotItem},
    store::InventoryStore,
};
use serde_json::json;
use testkit::{NewLocation, Stack, in_seconds};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridges_inventory_has_the_fields_of_the_spec() {
    let stack = Stack::load().await;
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}/inventory");
    let unknown = reader.get(&path).await.expect(404);
    assert_eq!(unknown["message"], format!("{id} has not told its inventory yet"));

    let (store, timestamp): (InventoryStore, _) =
        (stack.aws().store(&[("INVENTORY_TABLE", "Inventory")]), in_seconds(-60));
    let unit = SlotItem { vend_item_name: "Cobb Salad".into(), production_date: "2026-11-19".parse().unwrap() };
    let slot = |column, items| Slot { row: 2, column, slot_item_name: "Cobb Salad".into(), items };
    let told = Inventory {
        location_id: id.parse().unwrap(),
        timestamp,
        slots: vec![slot(1, vec![unit]), slot(10, Vec::new())],
        images: [("Cobb Salad".into(), "https://images.example/cobb.jpg".into())].into(),
        shelf_life: [("Cobb Salad".into(), 4)].into(),
    };
    assert!(store.put(&told).await.unwrap());
    assert!(!store.put(&told).await.unwrap(), "the same again is not newer");
    let slots = json!({
        "2:1": { "slotItemName": "Cobb Salad", "itemsInSlot": [{ "vendItemName": "Cobb Salad", "productionDate": "2026-11-19" }] },
        "2:10": { "slotItemName": "Cobb Salad", "itemsInSlot": [] },
    });
    let expected = json!({
        "inventory": { "payload": { "itemsBySlot": slots } },
        "timestamp": timestamp,
        "location": id,
        "images": { "Cobb Salad": "https://images.example/cobb.jpg" },
        "shelf_life": { "Cobb Salad": 4 },
    });
    assert_eq!(reader.get(&path).await.expect(200), expected);
    stack.person("no-permissions").await.get(&path).await.expect(403);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_location_that_is_none_has_no_inventory() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    for id in ["NOWHERE_9", "no-id"] {
        let unknown = reader.get(&format!("/locations/{id}/inventory")).await.expect(404);
        assert_eq!(unknown["message"], format!("There is no location {id}"));
    }
}
