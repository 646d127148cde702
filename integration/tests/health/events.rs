//! `getFridgeEvents` and `getFridgeSegmentEvents`.

use crate::helpers::{fridge, message, send};
use integration::{Person, Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};

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
    let mut page = person.call(query, variables).await;
    (page["items"].as_array_mut().map(std::mem::take).unwrap_or_default(), page["nextToken"].take())
}

#[stack_test]
async fn lists_each_event_once_newest_first_across_pages(stack: Stack) {
    let (admin, user_without_permissions) = (stack.person("admin").await, stack.person("no-permissions").await);
    let id = fridge(&admin).await;
    let event = |minutes: i64| {
        let data = json!({ "name": format!("EVENT_{minutes}"), "data": { "minute": minutes } });
        message("CheckpointEvent", &id, minutes, data)
    };
    let messages: Vec<Value> = (1..=103).map(event).collect();
    send(&stack, &messages).await;
    send(&stack, &messages[..20]).await;
    let all = wait_until("all events", async || {
        let (mut all, next) = page(&user_without_permissions, EVENTS, json!({ "id": id })).await;
        if all.len() == 100 && next.is_string() {
            let (second_page, end) =
                page(&user_without_permissions, EVENTS, json!({ "id": id, "nextToken": next })).await;
            all.extend(second_page);
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
    assert_eq!(all[0]["data"], "{\"minute\":1}");
    assert_eq!(all[0]["location"], *id);

    for token in ["!", "IiI", "e30"] {
        let rejection = user_without_permissions.call_rejected(EVENTS, json!({ "id": id, "nextToken": token })).await;
        assert_eq!(field_errors(&rejection.info)[0].0, "nextToken", "{token}");
    }
}

#[stack_test]
async fn lists_customer_events_of_the_requested_types(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    let types = ["sessionStarted", "productListViewed", "purchaseCompleted", "pickupAccepted"];
    let messages: Vec<Value> = (1..)
        .zip(types)
        .map(|(minutes, event_type)| {
            let payload = json!({ "eventType": event_type, "payload": { "items": minutes } });
            message("SegmentEvent", &id, minutes, payload)
        })
        .collect();
    send(&stack, &messages).await;
    let listed = async |types: &[&str]| {
        let (events, next) = page(&admin, SEGMENT_EVENTS, json!({ "id": id, "types": types })).await;
        assert_eq!(next, Value::Null);
        events
    };
    let all = wait_until("all events", async || Some(listed(&types).await).filter(|all| all.len() == 4)).await;
    let types_and_payloads: Vec<_> = all.iter().map(|event| (&event["eventType"], &event["payload"])).collect();
    assert_eq!(types_and_payloads[0], (&json!("sessionStarted"), &json!("{\"items\":1}")));
    assert_eq!(types_and_payloads[3].0, "pickupAccepted");
    let purchases_and_pickups = listed(&["pickupAccepted", "purchaseCompleted"]).await;
    assert_eq!(purchases_and_pickups, all[2..]);
    assert_eq!(listed(&[]).await, Vec::<Value>::new());
}
