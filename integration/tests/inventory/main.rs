//! Tests of `GET /locations/{id}/inventory` over HTTP against a running stack.
#![cfg(test)]

use integration::{NewLocation, Stack, in_seconds, stack_test};
use inventory::{
    model::{Inventory, Slot, SlotItem},
    store::{InventoryStore, PutOutcome},
};
use serde_json::json;

#[stack_test]
async fn returns_the_reported_inventory_with_the_api_fields(stack: Stack) {
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let id = NewLocation::default().create(&admin).await;
    let path = format!("/locations/{id}/inventory");
    let unknown = reader.get(&path).await.expect(404);
    assert_eq!(unknown["message"], format!("{id} has not reported its inventory yet"));

    let (store, timestamp): (InventoryStore, _) =
        (stack.aws().store(&[("INVENTORY_TABLE", "Inventory")]), in_seconds(-60));
    let unit = SlotItem { vend_item_name: "Cobb Salad".into(), production_date: "2026-11-19".parse().unwrap() };
    let slot = |column, items| Slot { row: 2, column, slot_item_name: "Cobb Salad".into(), items };
    let inventory = Inventory {
        location_id: id.parse().unwrap(),
        timestamp,
        slots: vec![slot(1, vec![unit]), slot(10, Vec::new())],
        images: [("Cobb Salad".into(), "https://images.example/cobb.jpg".into())].into(),
        shelf_life: [("Cobb Salad".into(), 4)].into(),
    };
    assert_eq!(store.put(&inventory).await.unwrap(), PutOutcome::First);
    assert_eq!(store.put(&inventory).await.unwrap(), PutOutcome::Outdated, "a repeated report is not newer");
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

#[stack_test]
async fn returns_404_for_an_unknown_location(stack: Stack) {
    let reader = stack.person("read-only").await;
    for id in ["NOWHERE_9", "no-id"] {
        let unknown = reader.get(&format!("/locations/{id}/inventory")).await.expect(404);
        assert_eq!(unknown["message"], format!("There is no location {id}"));
    }
}
