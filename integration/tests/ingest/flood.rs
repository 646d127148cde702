use crate::message;
use integration::{NewLocation, Stack, in_seconds, stack_test, wait_until_within};
use inventory::store::InventoryStore;
use serde_json::{Value, json};
use std::time::Duration;

#[stack_test]
async fn a_flood_of_one_fridge_does_not_block_the_messages_of_others(stack: Stack) {
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let flooding = NewLocation::default().create(&admin).await;
    let mut others = Vec::new();
    for _ in 0..50 {
        others.push(NewLocation::default().create(&admin).await);
    }
    let slots = |item: &str| json!({"slots": [{"row": 1, "column": 1, "slotItemName": item, "items": []}]});
    // The flood is sent first, with its newest message in the middle, and then the messages of the other fridges.
    let second = |number: i64| if number == 777 { 0 } else { number - 3000 };
    let flood = (0..2000)
        .map(|number| message("Inventory", &flooding, in_seconds(second(number)), &slots(&number.to_string())));
    let messages_of_others = others.iter().map(|id| message("Inventory", id, in_seconds(0), &slots("QUIET")));
    aws.send_telemetry(&flood.chain(messages_of_others).collect::<Vec<Value>>()).await;

    let store: InventoryStore = aws.store(&[("INVENTORY_TABLE", "Inventory")]);
    let item = async |id: &String| {
        let inventory = store.get(&id.parse().unwrap()).await.unwrap()?;
        inventory.slots.first().map(|slot| slot.slot_item_name.clone())
    };
    for id in &others {
        let stored = async || item(id).await.filter(|item| item == "QUIET");
        wait_until_within(Duration::from_mins(2), "another fridge's inventory", stored).await;
    }
    let newest = async || item(&flooding).await.filter(|item| item == "777");
    wait_until_within(Duration::from_mins(2), "the newest of the flood", newest).await;
}
