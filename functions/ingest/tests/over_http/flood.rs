use crate::message;
use inventory::store::InventoryStore;
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{NewLocation, Stack, in_seconds, wait_until_within};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_that_floods_the_queue_keeps_no_message_of_others_from_being_written() {
    let stack = Stack::load().await;
    let (aws, admin) = (stack.aws(), stack.person("admin").await);
    let loud = NewLocation::default().create(&admin).await;
    let mut quiet = Vec::new();
    for _ in 0..50 {
        quiet.push(NewLocation::default().create(&admin).await);
    }
    let slots = |item: &str| json!({"slots": [{"row": 1, "column": 1, "slotItemName": item, "items": []}]});
    // The flood is there first, its newest message in the midst of it; the others come behind.
    let second = |number: i64| if number == 777 { 0 } else { number - 3000 };
    let flood =
        (0..2000).map(|number| message("Inventory", &loud, in_seconds(second(number)), &slots(&number.to_string())));
    let others = quiet.iter().map(|id| message("Inventory", id, in_seconds(0), &slots("QUIET")));
    aws.tell(&flood.chain(others).collect::<Vec<Value>>()).await;

    let store: InventoryStore = aws.store(&[("INVENTORY_TABLE", "Inventory")]);
    let item = async |id: &String| {
        let inventory = store.get(&id.parse().unwrap()).await.unwrap()?;
        inventory.slots.first().map(|slot| slot.slot_item_name.clone())
    };
    for id in &quiet {
        let there = async || item(id).await.filter(|item| item == "QUIET");
        wait_until_within(Duration::from_mins(2), "a quiet fridge's inventory", there).await;
    }
    let newest = async || item(&loud).await.filter(|item| item == "777");
    wait_until_within(Duration::from_mins(2), "the newest of the flood", newest).await;
}
