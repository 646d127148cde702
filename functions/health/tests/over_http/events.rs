//! `getFridgeEvents` and `getFridgeSegmentEvents`.

use crate::told::{fridge, message, tell};
use serde_json::{Value, json};
use testkit::{Person, Stack, wait_until, wrong_fields};

const EVENTS: &str = "query ($id: ID!, $nextToken: String) {
    getFridgeEvents(location: $id, eventTypes: [CheckpointEvent], nextToken: $nextToken) {
        items { id location eventType name timestamp data } nextToken
    }
}";

const SEGMENT_EVENTS: &str = "query ($id: ID!, $types: [FridgeSegmentEventType!]!) {
    getFridgeSegmentEvents(location: $id, fridgeSegmentEventType: $types) {
        items { id location eventType date payload } nextToken
    }
}";

async fn page(person: &Person<'_>, query: &str, variables: Value) -> (Vec<Value>, Value) {
    let mut page = person.ask(query, variables).await;
    (page["items"].as_array_mut().map(std::mem::take).unwrap_or_default(), page["nextToken"].take())
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_happened_is_listed_newest_first_each_once_a_page_at_a_time() {
    let stack = Stack::load().await;
    let (admin, stranger) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let event = |minutes: i64| {
        let data = json!({ "name": format!("EVENT_{minutes}"), "data": { "minute": minutes } });
        message("CheckpointEvent", &id, minutes, data)
    };
    let messages: Vec<String> = (1..=103).map(event).collect();
    tell(&stack, &messages).await;
    tell(&stack, &messages[..20]).await;
    let all = wait_until("all events", async || {
        let (mut all, next) = page(&stranger, EVENTS, json!({ "id": id })).await;
        if all.len() == 100 && next.is_string() {
            let (rest, end) = page(&stranger, EVENTS, json!({ "id": id, "nextToken": next })).await;
            all.extend(rest);
            assert_eq!(end, Value::Null);
        }
        (all.len() == 103).then_some(all)
    })
    .await;
    let names: Vec<&Value> = all.iter().map(|event| &event["name"]).collect();
    assert_eq!(
        names,
        (1..=103).map(|minutes| json!(format!("EVENT_{minutes}"))).collect::<Vec<_>>().iter().collect::<Vec<_>>()
    );
    assert_eq!((&all[0]["data"], &all[0]["location"]), (&json!("{\"minute\":1}"), &json!(id)));

    for token in ["!", "IiI", "e30"] {
        let refusal = stranger.refused(EVENTS, json!({ "id": id, "nextToken": token })).await;
        assert_eq!(wrong_fields(&refusal.info)[0].0, "nextToken", "{token}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_customers_did_is_listed_by_its_types() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let types = ["sessionStarted", "productListViewed", "purchaseCompleted", "pickupAccepted"];
    let messages: Vec<String> = (1..)
        .zip(types)
        .map(|(minutes, event_type)| {
            let payload = json!({ "eventType": event_type, "payload": { "items": minutes } });
            message("SegmentEvent", &id, minutes, payload)
        })
        .collect();
    tell(&stack, &messages).await;
    let listed = async |types: &[&str]| {
        let (events, next) = page(&admin, SEGMENT_EVENTS, json!({ "id": id, "types": types })).await;
        assert_eq!(next, Value::Null);
        events
    };
    let all = wait_until("all events", async || Some(listed(&types).await).filter(|all| all.len() == 4)).await;
    let told: Vec<_> = all.iter().map(|event| (&event["eventType"], &event["payload"])).collect();
    assert_eq!(told[0], (&json!("sessionStarted"), &json!("{\"items\":1}")));
    assert_eq!(told[3].0, "pickupAccepted");
    let some = listed(&["pickupAccepted", "purchaseCompleted"]).await;
    assert_eq!(some, all[2..]);
    assert_eq!(listed(&[]).await, Vec::<Value>::new());
}
