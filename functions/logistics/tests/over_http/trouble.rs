//! What becomes of a sync while LogiNext is in trouble.

use crate::syncs::{arrived, behave, center, day_of_own, ended, is_clear, route, sync};
use futures::future::join_all;
use serde_json::{Value, json};
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn when_it_fails_for_a_while_everything_arrives_once_afterwards() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = day_of_own();
    let mut centers = Vec::new();
    for _ in 0..6 {
        let (center, location) = center(&stack, &admin).await;
        route(&admin, day, &[&location]).await;
        centers.push(center);
    }
    // All of them fail at first, so often that the circuit may open; of one the answer is lost besides.
    join_all(centers.iter().map(|center| behave(&stack, "failing", 2, center))).await;
    behave(&stack, "losing", 3, &centers[0]).await;
    let names: Vec<&str> = centers.iter().map(String::as_str).collect();
    let sync = sync(&admin, [day, day], &names).await.unwrap();

    for outcome in ended(&admin, &sync["id"]).await {
        assert_eq!(outcome["state"], "SYNCED", "{outcome}");
        assert!(outcome["attempts"].as_u64().unwrap() >= 1, "{outcome}");
        assert_eq!(outcome["message"], Value::Null);
    }
    for center in &centers {
        let arrived = arrived(&stack, center).await;
        assert_eq!(arrived.len(), 1, "{center}: {arrived:?}");
        assert_eq!(arrived[0]["body"]["syncId"], sync["id"]);
    }
    // What was lost came again under the same key.
    assert!(arrived(&stack, &centers[0]).await[0]["times"].as_u64().unwrap() > 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_it_refuses_or_nobody_understands_has_failed_with_a_reason() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = day_of_own();
    let (refused, garbled) = (center(&stack, &admin).await.0, center(&stack, &admin).await.0);
    behave(&stack, "refusing", 1, &refused).await;
    behave(&stack, "garbage", 1, &garbled).await;
    let sync = sync(&admin, [day, day], &[&refused, &garbled]).await.unwrap();
    for outcome in ended(&admin, &sync["id"]).await {
        let message = json!("LogiNext refused the routes, or answered what nobody understands.");
        assert_eq!((&outcome["state"], &outcome["message"]), (&json!("FAILED"), &message));
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_message_that_comes_again_changes_nothing() {
    if !is_clear() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let day = day_of_own();
    let (center, location) = center(&stack, &admin).await;
    route(&admin, day, &[&location]).await;
    let sync = sync(&admin, [day, day], &[&center]).await.unwrap();
    let message = json!({ "syncId": sync["id"], "fulfillmentCenter": center, "attempts": 0 }).to_string();
    stack.aws().send("logiNext", &vec![message; 5], 0).await;
    let outcome = ended(&admin, &sync["id"]).await;
    assert_eq!(outcome[0]["state"], "SYNCED");
    assert_eq!(arrived(&stack, &center).await.len(), 1);
}
