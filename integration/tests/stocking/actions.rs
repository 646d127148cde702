//! `getDriverAction`.

use crate::helpers::{driver_action, read_all_pages, send};
use integration::{NewLocation, Stack, field_errors, stack_test, wait_until};
use serde_json::{Value, json};

const ACTIONS: &str = "query ($filter: DriverActionFilter!, $nextToken: String) {
    getDriverAction(filter: $filter, nextToken: $nextToken) {
        items { id eventType locationId data createdAt user _lastModified } nextToken
    }
}";

/// The start and end of the stocking day on which the clocks went back: 18:00 Central.
const DAY_START: &str = "2025-11-01T23:00:00.000Z";
const DAY_END: &str = "2025-11-03T00:00:00.000Z";

#[stack_test]
async fn lists_driver_actions_of_a_type_within_the_stocking_day_oldest_first(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let times = [
        "2025-11-01T22:59:59.999Z", // before 18:00 on the previous day
        DAY_START,
        "2025-11-02T23:59:59.999Z", // 17:59 on the day, which has 25 hours
        DAY_END,
    ];
    let mut messages: Vec<Value> = times
        .iter()
        .rev()
        .map(|at| driver_action(&id, "LocationStocked", at, json!({ "packingSlipId": "A" })))
        .collect();
    messages.push(driver_action(&id, "PackingSlipQuery", times[1], json!({ "stockingIndex": 1, "more": true })));
    // Delivered twice, listed once.
    messages.push(messages[0].clone());
    send(&stack, &messages).await;

    let reader = stack.person("read-only").await;
    let listed = async |event_type: &str, from: &str, before: &str| {
        let filter = json!({ "eventType": event_type, "createdAt": from, "createdBefore": before });
        let mut actions = read_all_pages(&reader, ACTIONS, &filter).await;
        actions.retain(|action| action["locationId"] == *id);
        actions
    };
    let stocked = wait_until("the stockings", async || {
        let actions = listed("LocationStocked", "2025-11-01T00:00:00Z", "2025-11-04T00:00:00Z").await;
        (actions.len() == times.len()).then_some(actions)
    })
    .await;
    let at = |actions: &[Value]| actions.iter().map(|action| action["createdAt"].clone()).collect::<Vec<_>>();
    assert_eq!(at(&stocked), times);
    assert_eq!(stocked[0]["user"], "ana@drivers.example");
    assert_eq!(at(&listed("LocationStocked", DAY_START, DAY_END).await), &times[1..3]);

    let scans = listed("PackingSlipQuery", DAY_START, DAY_END).await;
    let data: Value = serde_json::from_str(scans[0]["data"].as_str().unwrap()).unwrap();
    assert_eq!(data, json!({ "stockingIndex": 1, "more": true }));
}

#[stack_test]
async fn rejects_an_invalid_token(stack: Stack) {
    let reader = stack.person("read-only").await;
    let filter = json!({ "eventType": "LocationStocked", "createdAt": DAY_START });
    let rejection = reader.call_rejected(ACTIONS, json!({ "filter": filter, "nextToken": "!" })).await;
    assert_eq!(rejection.kind, "Invalid");
    assert_eq!(field_errors(&rejection.info)[0].0, "nextToken");
}

#[stack_test]
async fn rejects_a_user_without_permission(stack: Stack) {
    let user = stack.person("no-permissions").await;
    let filter = json!({ "eventType": "LocationStocked", "createdAt": DAY_START });
    let rejection = user.call_rejected(ACTIONS, json!({ "filter": filter })).await;
    assert_eq!(rejection.kind, "Forbidden");
    assert_eq!(rejection.message, "Error! User Action Prohibited!");
}
