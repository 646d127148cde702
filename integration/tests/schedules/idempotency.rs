//! Tests of repeated requests: the same change scheduled again by a retry or by another user.

use integration::{NewLocation, Stack, field_errors, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use shared::Instant;

/// The input for one change.
fn change_input(location: &str, attribute: &str, value: &Value, at: Instant) -> Value {
    json!({ "location": location, "attribute": attribute, "value": value.to_string(), "dateTime": at })
}

#[stack_test]
async fn a_repeated_request_stores_nothing_and_returns_the_stored_changes(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let input = json!([
        change_input(&id, "prod", &json!(1), at),
        change_input(&id, "updateReason", &json!({ "prod": "First Stocking" }), at),
        change_input(&id, "stop", &json!(7), at),
    ]);
    let first = admin.schedule(input.clone()).await.unwrap();
    assert_eq!(first.len(), 3);
    for person in [&admin, &operations] {
        assert_eq!(person.schedule(input.clone()).await.unwrap(), first);
    }
    assert_eq!(admin.scheduled(&id).await.len(), 3);
    assert_eq!(admin.events(&id, "SCHEDULED").await.len(), 2);
}

#[stack_test]
async fn concurrent_requests_store_a_change_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let input = json!([change_input(&id, "stop", &json!(7), in_seconds(3600))]);
    let call = || admin.schedule(input.clone());
    let (a, b, c, d) = tokio::join!(call(), call(), call(), call());
    let uuids = [a, b, c, d].map(|created| created.unwrap()[0]["uuid"].clone());
    assert!(uuids.iter().all(|uuid| *uuid == uuids[0]), "{uuids:?}");
    assert_eq!(admin.scheduled(&id).await.len(), 1);
    assert_eq!(admin.events(&id, "SCHEDULED").await.len(), 1);
}

#[stack_test]
async fn rejects_a_different_value_for_the_same_time_and_stores_the_other_changes(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    admin.schedule(json!([change_input(&id, "vertical", &json!("Retail"), at)])).await.unwrap();
    let input = json!([change_input(&id, "stop", &json!(7), at), change_input(&id, "vertical", &json!("Airport"), at)]);
    let (created, failed) = operations.schedule_all(&input).await.unwrap();
    assert_eq!(created.len(), 1);
    assert_eq!(created[0]["change"]["attribute"], json!("stop"));
    let message = format!(
        "vertical of {id} is already scheduled to become Retail at that time by {}. Delete or edit that change first.",
        stack.user("admin").email
    );
    assert_eq!(failed, [json!({ "position": 1, "message": message })]);
    assert_eq!(admin.scheduled(&id).await.len(), 2);
    assert_eq!(admin.events(&id, "SCHEDULED").await.len(), 2);
}

#[stack_test]
async fn merges_duplicates_and_rejects_two_values_in_one_request(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let (seven, eight) = (change_input(&id, "stop", &json!(7), at), change_input(&id, "stop", &json!(8), at));
    let rejection = admin.schedule(json!([seven, eight])).await.unwrap_err();
    let message = format!("stop of {id} has two values for the same time");
    assert_eq!(field_errors(&rejection.info), [("input.1.value".into(), message)]);
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    assert_eq!(admin.schedule(json!([seven, seven])).await.unwrap().len(), 1);
}

#[stack_test]
async fn complete_now_allows_another_change_at_the_original_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let first = admin.schedule_one(&id, "stop", json!(7), at).await;
    let moved = admin.act_on(&first, "completeScheduleChange").await.unwrap();
    // The completed change is still pending. Schedule a different value for its original time.
    let second = admin.schedule_one(&id, "stop", json!(8), at).await;
    assert_eq!(second["uuid"], first["uuid"]);
    assert_eq!(admin.scheduled(&id).await.len(), 2);
    assert_ne!(moved[0]["uuid"], first["uuid"]);
    wait_until("the first", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    assert_eq!(admin.scheduled(&id).await, [second]);
}

#[stack_test]
async fn a_deleted_change_can_be_scheduled_again(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let change = admin.schedule_one(&id, "stop", json!(7), at).await;
    admin.act_on(&change, "deleteScheduleChange").await.unwrap();
    assert_eq!(admin.schedule_one(&id, "stop", json!(8), at).await["uuid"], change["uuid"]);
}

#[stack_test]
async fn a_change_that_is_scheduled_again_before_and_after_its_time_is_applied_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3);
    let input = json!([change_input(&id, "stop", &json!(7), at)]);
    let first = admin.schedule(input.clone()).await.unwrap();
    assert_eq!(admin.schedule(input.clone()).await.unwrap(), first);
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    admin.edit(&id, json!({ "stop": 9 })).await;
    assert_eq!(admin.schedule(input).await.unwrap(), first);
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let (created, failed) = admin.schedule_all(&json!([change_input(&id, "stop", &json!(8), at)])).await.unwrap();
    let email = &stack.user("admin").email;
    let message = format!("stop of {id} became 7 at that time, scheduled by {email}. Choose a later time.");
    assert_eq!(created.len(), 0);
    assert_eq!(failed[0]["message"], json!(message));
    admin.schedule_one(&id, "percentage", json!("99"), in_seconds(3)).await;
    wait_until("a later change", async || (admin.location(&id).await["percentage"] == "99").then_some(())).await;
    assert_eq!(admin.location(&id).await["stop"], 9);
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 2);
}
