//! `getDriverAction`.

use crate::telling::{all, deed, tell};
use serde_json::{Value, json};
use testkit::{NewLocation, Stack, wait_until, wrong_fields};

const ACTIONS: &str = "query ($filter: DriverActionFilter!, $nextToken: String) {
    getDriverAction(filter: $filter, nextToken: $nextToken) {
        items { id eventType locationId data createdAt user _lastModified } nextToken
    }
}";

/// 18:00 Central of the day before the clocks went back, and of the day on which they did.
const BEGINS: &str = "2025-11-01T23:00:00.000Z";
const ENDS: &str = "2025-11-03T00:00:00.000Z";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_drivers_tell_is_listed_by_type_within_the_stocking_day_oldest_first() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let times = [
        "2025-11-01T22:59:59.999Z", // before 18:00 of the day before
        BEGINS,
        "2025-11-02T23:59:59.999Z", // 17:59 of the day, which has 25 hours
        ENDS,
    ];
    let mut messages: Vec<Value> =
        times.iter().rev().map(|at| deed(&id, "LocationStocked", at, json!({ "packingSlipId": "A" }))).collect();
    messages.push(deed(&id, "PackingSlipQuery", times[1], json!({ "stockingIndex": 1, "more": true })));
    // Delivered twice, told once.
    messages.push(messages[0].clone());
    tell(&stack, &messages).await;

    let reader = stack.person("read-only").await;
    let listed = async |event_type: &str, from: &str, before: &str| {
        let filter = json!({ "eventType": event_type, "createdAt": from, "createdBefore": before });
        let mut actions = all(&reader, ACTIONS, &filter).await;
        actions.retain(|action| action["locationId"] == *id);
        actions
    };
    let stocked = wait_until("the stockings", async || {
        let all = listed("LocationStocked", "2025-11-01T00:00:00Z", "2025-11-04T00:00:00Z").await;
        (all.len() == times.len()).then_some(all)
    })
    .await;
    let at = |actions: &[Value]| actions.iter().map(|action| action["createdAt"].clone()).collect::<Vec<_>>();
    assert_eq!(at(&stocked), times);
    assert_eq!(stocked[0]["user"], "ana@drivers.example");
    assert_eq!(at(&listed("LocationStocked", BEGINS, ENDS).await), &times[1..3]);

    let scans = listed("PackingSlipQuery", BEGINS, ENDS).await;
    let data: Value = serde_json::from_str(scans[0]["data"].as_str().unwrap()).unwrap();
    assert_eq!(data, json!({ "stockingIndex": 1, "more": true }));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_token_of_somebody_elses_making_is_refused() {
    let stack = Stack::load().await;
    let reader = stack.person("read-only").await;
    let filter = json!({ "eventType": "LocationStocked", "createdAt": BEGINS });
    let refusal = reader.refused(ACTIONS, json!({ "filter": filter, "nextToken": "!" })).await;
    assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()), ("Invalid", "nextToken"));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_may_not_see_checkpoints_sees_no_actions() {
    let stack = Stack::load().await;
    let nobody = stack.person("no-permissions").await;
    let filter = json!({ "eventType": "LocationStocked", "createdAt": BEGINS });
    let refusal = nobody.refused(ACTIONS, json!({ "filter": filter })).await;
    assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
}
