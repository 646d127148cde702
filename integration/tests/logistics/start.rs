//! Tests of starting and listing syncs: `syncLogiNextLocRoutes` and `logiNextSyncs`.

use crate::helpers::{
    center, find_sync, is_outside_blackout, page, route, set_behavior, sync, unique_day, wait_for_end, yesterday,
};
use futures::future::join_all;
use integration::{Stack, field_errors, in_seconds, stack_test};
use logistics::rules;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[stack_test]
async fn rejects_an_invalid_request_with_all_errors(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let day = unique_day();
    let errors = async |days, centers: &[&str]| {
        let rejection = sync(&dispatcher, days, centers).await.unwrap_err();
        assert_eq!(rejection.kind, "Invalid");
        field_errors(&rejection.info)
    };
    let end_first = ("endDate".to_owned(), "\"End Date\" can not be before \"Start Date\". ".to_owned());
    let none = ("fulfillmentCenters".to_owned(), "At least one Fulfillment Center is required. ".to_owned());
    assert_eq!(errors([day, day.pred_opt().unwrap()], &[]).await, [end_first, none]);
    let past = errors([yesterday(), day], &["Does Not Exist"]).await;
    assert_eq!(past[0], ("startDate".into(), "\"Start Date\" can not be before today. ".into()));
    assert_eq!(past.last().unwrap().1, "There is no such Fulfillment Center. ");
}

#[stack_test]
async fn rejects_unknown_centers_by_name() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, _) = center(&stack, &admin).await;
    let day = unique_day();
    let rejection = sync(&admin, [day, day], &["Atlantis", &center, "Avalon"]).await.unwrap_err();
    let message = "No location has this Fulfillment Center: Atlantis, Avalon. ";
    assert_eq!(field_errors(&rejection.info), [("fulfillmentCenters".to_owned(), message.to_owned())]);
}

#[stack_test]
async fn concurrent_requests_start_one_sync() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, location) = center(&stack, &admin).await;
    let day = unique_day();
    route(&admin, day, &[&location]).await;
    set_behavior(&stack, "failing", 2, &center).await;
    let centers = [center.as_str()];
    let syncs = join_all((0..6).map(|_| sync(&admin, [day, day], &centers))).await;
    let ids: BTreeSet<String> = syncs.into_iter().map(|sync| sync.unwrap()["id"].to_string()).collect();
    assert_eq!(ids.len(), 1, "{ids:?}");
}

#[stack_test]
async fn rejects_syncing_and_listing_without_permission(stack: Stack) {
    let day = unique_day();
    for profile in ["read-only", "operations"] {
        let person = stack.person(profile).await;
        assert_eq!(sync(&person, [day, day], &["FC_CHICAGO"]).await.unwrap_err().kind, "Forbidden", "{profile}");
        let rejection = person.call_rejected("{ logiNextSyncs { nextToken } }", json!({})).await;
        assert_eq!(rejection.message, "Error! User Action Prohibited!");
    }
}

#[stack_test]
async fn rejects_a_sync_during_the_blackout(stack: Stack) {
    let dispatcher = stack.person("logistics").await;
    let day = unique_day();
    if rules::blackout_end(in_seconds(0)).is_some() {
        let rejection = sync(&dispatcher, [day, day], &["FC_CHICAGO"]).await.unwrap_err();
        assert_eq!(rejection.kind.as_str(), "Conflict");
        assert_eq!(rejection.message.as_str(), rules::BLACKOUT);
    }
}

#[stack_test]
async fn a_repeated_request_returns_the_sync_in_progress() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, location) = center(&stack, &admin).await;
    let day = unique_day();
    route(&admin, day, &[&location]).await;
    set_behavior(&stack, "failing", 2, &center).await;
    let first = sync(&admin, [day, day], &[&center]).await.unwrap();
    let repeated = sync(&stack.person("logistics").await, [day, day], &[&center]).await.unwrap();
    assert_eq!(first["id"], repeated["id"]);
    assert_eq!(repeated["user"], json!(stack.user("admin").email));
    wait_for_end(&admin, &first["id"]).await;
    // Routes can change after a sync has ended, so the same request starts a new sync.
    let later = sync(&admin, [day, day], &[&center]).await.unwrap();
    assert_ne!(first["id"], later["id"]);
    wait_for_end(&admin, &later["id"]).await;
}

#[stack_test]
async fn lists_syncs_newest_first_and_rejects_an_invalid_token() {
    if !is_outside_blackout() {
        return;
    }
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (center, _) = center(&stack, &admin).await;
    let day = unique_day();
    let sync = sync(&admin, [day, day], &[&center]).await.unwrap();
    let response = find_sync(&admin, &sync["id"]).await;
    assert_eq!(response["startDate"], json!(day));
    assert_eq!(response["endDate"], json!(day));
    let listed = page(&admin, &Value::Null).await;
    let ids: Vec<&str> = listed["items"].as_array().unwrap().iter().map(|sync| sync["id"].as_str().unwrap()).collect();
    assert!(ids.is_sorted_by(|newer, older| newer > older), "{ids:?}");
    let query = "query ($t: String) { logiNextSyncs(nextToken: $t) { nextToken } }";
    assert_eq!(admin.call_rejected(query, json!({ "t": "!" })).await.kind, "Invalid");
}
