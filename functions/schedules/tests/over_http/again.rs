//! The same change scheduled again: by a retry after an answer that was lost, or by another person.

use serde_json::{Value, json};
use shared::Instant;
use testkit::{NewLocation, Stack, in_seconds, wait_until, wrong_fields};

/// A change as it is asked for.
fn asked(location: &str, attribute: &str, value: &Value, at: Instant) -> Value {
    json!({ "location": location, "attribute": attribute, "value": value.to_string(), "dateTime": at })
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_call_made_again_stores_nothing_and_is_answered_what_is_stored() {
    let stack = Stack::load().await;
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let input = json!([
        asked(&id, "prod", &json!(1), at),
        asked(&id, "updateReason", &json!({ "prod": "First Stocking" }), at),
        asked(&id, "stop", &json!(7), at),
    ]);
    let first = admin.schedule(input.clone()).await.unwrap();
    assert_eq!(first.len(), 3);
    for person in [&admin, &operations] {
        assert_eq!(person.schedule(input.clone()).await.unwrap(), first);
    }
    assert_eq!(admin.scheduled(&id).await.len(), 3);
    assert_eq!(admin.events(&id, "SCHEDULED").await.len(), 2);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn many_calls_at_once_store_a_change_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let input = json!([asked(&id, "stop", &json!(7), in_seconds(3600))]);
    let call = || admin.schedule(input.clone());
    let (a, b, c, d) = tokio::join!(call(), call(), call(), call());
    let uuids = [a, b, c, d].map(|created| created.unwrap()[0]["uuid"].clone());
    assert!(uuids.iter().all(|uuid| *uuid == uuids[0]), "{uuids:?}");
    assert_eq!((admin.scheduled(&id).await.len(), admin.events(&id, "SCHEDULED").await.len()), (1, 1));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn another_value_for_the_same_time_is_refused_by_row_and_the_other_rows_are_written() {
    let stack = Stack::load().await;
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    admin.schedule(json!([asked(&id, "vertical", &json!("Retail"), at)])).await.unwrap();
    let input = json!([asked(&id, "stop", &json!(7), at), asked(&id, "vertical", &json!("Airport"), at)]);
    let (created, failed) = operations.schedule_all(&input).await.unwrap();
    assert_eq!((created.len(), &created[0]["change"]["attribute"]), (1, &json!("stop")));
    let message = format!(
        "vertical of {id} is already scheduled to become Retail at that time by {}. Delete or edit that change first.",
        stack.user("admin").email
    );
    assert_eq!(failed, [json!({ "position": 1, "message": message })]);
    assert_eq!(admin.scheduled(&id).await.len(), 2);
    assert_eq!(admin.events(&id, "SCHEDULED").await.len(), 2);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn within_one_call_the_same_value_is_one_change_and_two_values_are_invalid() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let (seven, eight) = (asked(&id, "stop", &json!(7), at), asked(&id, "stop", &json!(8), at));
    let refusal = admin.schedule(json!([seven, eight])).await.unwrap_err();
    let message = format!("stop of {id} is given two values for the same time");
    assert_eq!(wrong_fields(&refusal.info), [("input.1.value".into(), message)]);
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    assert_eq!(admin.schedule(json!([seven, seven])).await.unwrap().len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_that_was_completed_now_leaves_its_time_to_another_one() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let first = admin.schedule_one(&id, "stop", json!(7), at).await;
    let moved = admin.act_on(&first, "completeScheduleChange").await.unwrap();
    // While the moved one still waits: another value for the time that it had.
    let second = admin.schedule_one(&id, "stop", json!(8), at).await;
    assert_eq!((&second["uuid"], admin.scheduled(&id).await.len()), (&first["uuid"], 2));
    assert_ne!(moved[0]["uuid"], first["uuid"]);
    wait_until("the first", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    assert_eq!(admin.scheduled(&id).await, [second]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_that_was_deleted_can_be_scheduled_again() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let change = admin.schedule_one(&id, "stop", json!(7), at).await;
    admin.act_on(&change, "deleteScheduleChange").await.unwrap();
    assert_eq!(admin.schedule_one(&id, "stop", json!(8), at).await["uuid"], change["uuid"]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_near_change_scheduled_again_before_or_after_its_time_is_applied_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3);
    let input = json!([asked(&id, "stop", &json!(7), at)]);
    let first = admin.schedule(input.clone()).await.unwrap();
    assert_eq!(admin.schedule(input.clone()).await.unwrap(), first);
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    admin.edit(&id, json!({ "stop": 9 })).await;
    assert_eq!(admin.schedule(input).await.unwrap(), first);
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let (created, failed) = admin.schedule_all(&json!([asked(&id, "stop", &json!(8), at)])).await.unwrap();
    let email = &stack.user("admin").email;
    let message = format!("stop of {id} became 7 at that time, scheduled by {email}. Choose a later time.");
    assert_eq!((created.len(), &failed[0]["message"]), (0, &json!(message)));
    admin.schedule_one(&id, "percentage", json!("99"), in_seconds(3)).await;
    wait_until("a later change", async || (admin.location(&id).await["percentage"] == "99").then_some(())).await;
    assert_eq!(admin.location(&id).await["stop"], 9);
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 2);
}
