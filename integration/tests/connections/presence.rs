//! `record-fridge-presence` and `disconnectedFridges`.

use crate::helpers::{connection, wait_for_connection};
use integration::{
    NewLocation, Person, Stack,
    fridge::{Fridge, Identity},
    stack_test,
};
use serde_json::{Value, json};

const DISCONNECTED: &str = "query ($nextToken: String) {
    disconnectedFridges(nextToken: $nextToken) { items { locationId since reason } nextToken }
}";

/// The disconnected fridges of all pages.
async fn disconnected(person: &Person<'_>) -> Vec<Value> {
    let (mut fridges, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(DISCONNECTED, json!({ "nextToken": next })).await;
        fridges.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        next = page["nextToken"].take();
        if next.is_null() {
            return fridges;
        }
    }
}

#[stack_test]
async fn a_fridge_is_shown_as_connected_and_disconnected(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let fridge = Fridge::connect(&stack, &id).await;
    let connected = wait_for_connection(&admin, &id, "the connection", |shown| shown["state"] == "CONNECTED").await;
    assert!(connected["address"].is_string() && connected["since"].is_string());
    assert!(disconnected(&admin).await.iter().all(|fridge| fridge["locationId"] != id.as_str()));

    fridge.disconnect().await;
    let ended = wait_for_connection(&admin, &id, "the disconnection", |shown| shown["state"] == "DISCONNECTED").await;
    assert_eq!(ended["reason"], "CLIENT_INITIATED_DISCONNECT");
    let list = disconnected(&admin).await;
    let listed = list.iter().find(|fridge| fridge["locationId"] == id.as_str()).unwrap();
    assert_eq!((&listed["since"], &listed["reason"]), (&ended["since"], &ended["reason"]));
    assert!(list.is_sorted_by(|one, next| one["since"].as_str() >= next["since"].as_str()));
}

#[stack_test]
async fn a_second_computer_with_the_same_name_is_counted_and_the_fridge_stays_connected(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let identity = Identity::new(&stack, &id).await;
    let _first = identity.connect(&stack).await;
    wait_for_connection(&admin, &id, "the connection", |shown| shown["state"] == "CONNECTED").await;
    let _second = identity.connect(&stack).await;
    let shown = wait_for_connection(&admin, &id, "the takeover", |shown| shown["takeovers"] == 1).await;
    assert_eq!(shown["state"], "CONNECTED");
}

#[stack_test]
async fn rejects_an_invalid_token(stack: Stack) {
    let admin = stack.person("admin").await;
    let rejection = admin.call_rejected(DISCONNECTED, json!({ "nextToken": "x" })).await;
    assert_eq!(rejection.kind, "Invalid");
    assert_eq!(connection(&admin, "TEST_MISSING").await, Value::Null);
}
