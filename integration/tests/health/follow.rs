//! `followFridge`.

use crate::helpers::{fridge, report, send, wait_for_report};
use integration::{Stack, Subscription, in_seconds, stack_test};
use serde_json::json;

const FOLLOW: &str = "mutation ($id: ID!) { followFridge(id: $id) }";

#[stack_test]
async fn a_report_is_published_to_the_page_of_a_fridge_only_while_a_page_follows_it(stack: Stack) {
    let (admin, other) = (stack.person("admin").await, stack.person("no-permissions").await);
    let (id, token) = (fridge(&admin).await, stack.tokens("admin").await.id);
    let channel = format!("/fridges/x{}x", id.replace('_', "-"));
    let mut events = Subscription::start(&stack, Some(&token), &channel).await.unwrap();
    let event = json!({ "kind": "health", "id": id });

    // The first report is published. The second one changes an attribute that only the fridge's page shows.
    send(&stack, &[report(&id, 9, json!({ "serverVersion": "1" }))]).await;
    assert_eq!(events.event().await, event);
    send(&stack, &[report(&id, 8, json!({ "serverVersion": "2" }))]).await;
    wait_for_report(&admin, &id, "2").await;

    // Every signed-in user can follow a fridge.
    let until = other.call(FOLLOW, json!({ "id": id })).await;
    let until: shared::Instant = until.as_str().unwrap().parse().unwrap();
    let minutes = until.since(in_seconds(0)).num_minutes();
    assert!((13..=15).contains(&minutes), "{minutes}");
    send(&stack, &[report(&id, 7, json!({ "serverVersion": "3" }))]).await;
    assert_eq!(events.event().await, event);
    wait_for_report(&admin, &id, "3").await;
    // An alert is published next, so the second report was not.
    send(&stack, &[report(&id, 6, json!({ "serverVersion": "3", "outOfOrder": true }))]).await;
    assert_eq!(events.event().await["kind"], "alert");
}

#[stack_test]
async fn a_fridge_that_never_reported_can_be_followed(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = fridge(&admin).await;
    assert!(admin.call(FOLLOW, json!({ "id": id })).await.is_string());
    assert_eq!(crate::helpers::health(&admin, &[&id]).await, [] as [serde_json::Value; 0]);
    assert_eq!(admin.call_rejected(FOLLOW, json!({ "id": "no where" })).await.kind, "Invalid");
}
