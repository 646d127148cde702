//! Tests of syncs while LogiNext fails.

use crate::helpers::{
    center, is_outside_blackout, received_requests, route, set_behavior, sync, unique_day, wait_for_end,
};
use futures::future::join_all;
use integration::{Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn retries_until_each_center_is_synced_once() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = unique_day();
    let mut centers = Vec::new();
    for _ in 0..6 {
        let (center, location) = center(&stack, &admin).await;
        route(&admin, day, &[&location]).await;
        centers.push(center);
    }
    // All calls fail at first, often enough to open the circuit. For one center, responses are lost as well.
    join_all(centers.iter().map(|center| set_behavior(&stack, "failing", 2, center))).await;
    set_behavior(&stack, "lostResponse", 3, &centers[0]).await;
    let names: Vec<&str> = centers.iter().map(String::as_str).collect();
    let sync = sync(&admin, [day, day], &names).await.unwrap();

    for outcome in wait_for_end(&admin, &sync["id"]).await {
        assert_eq!(outcome["state"], "SYNCED", "{outcome}");
        assert!(outcome["attempts"].as_u64().unwrap() >= 1, "{outcome}");
        assert_eq!(outcome["message"], Value::Null);
    }
    for center in &centers {
        let requests = received_requests(&stack, center).await;
        assert_eq!(requests.len(), 1, "{center}: {requests:?}");
        assert_eq!(requests[0]["body"]["syncId"], sync["id"]);
    }
    // The request whose response was lost was repeated with the same idempotency key.
    assert!(received_requests(&stack, &centers[0]).await[0]["times"].as_u64().unwrap() > 1);
}

#[stack_test]
async fn fails_with_a_message_after_a_rejection_or_an_invalid_response() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = unique_day();
    let (rejected, invalid) = (center(&stack, &admin).await.0, center(&stack, &admin).await.0);
    set_behavior(&stack, "unauthorized", 1, &rejected).await;
    set_behavior(&stack, "garbage", 1, &invalid).await;
    let sync = sync(&admin, [day, day], &[&rejected, &invalid]).await.unwrap();
    for outcome in wait_for_end(&admin, &sync["id"]).await {
        let message = json!("LogiNext rejected the routes or sent an invalid response.");
        assert_eq!(outcome["state"], json!("FAILED"));
        assert_eq!(outcome["message"], message);
    }
}

#[stack_test]
async fn duplicate_messages_have_no_effect() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = unique_day();
    let (center, location) = center(&stack, &admin).await;
    route(&admin, day, &[&location]).await;
    let sync = sync(&admin, [day, day], &[&center]).await.unwrap();
    let message = json!({ "syncId": sync["id"], "fulfillmentCenter": center, "attempts": 0 }).to_string();
    stack.aws().send("logiNext", &vec![message; 5], 0).await;
    let outcome = wait_for_end(&admin, &sync["id"]).await;
    assert_eq!(outcome[0]["state"], "SYNCED");
    assert_eq!(received_requests(&stack, &center).await.len(), 1);
}
