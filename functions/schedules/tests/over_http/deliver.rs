//! What the queue may do to a message: deliver it again, deliver it late.

use serde_json::{Value, json};
use testkit::{NewLocation, Person, Stack, in_seconds, wait_until};

/// The message that speaks for a change.
fn message(uuid: &Value, action_time: &Value) -> String {
    json!({ "uuid": uuid, "actionTime": action_time }).to_string()
}

/// Schedules another change and waits until it is applied: what was in the queue before it was handled meanwhile.
async fn all_is_delivered(person: &Person<'_>, id: &str) {
    person.schedule_one(id, "percentage", json!("99"), in_seconds(2)).await;
    wait_until("the later change", async || (person.location(id).await["percentage"] == "99").then_some(())).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_message_that_comes_six_times_at_once_and_five_times_later_applies_the_change_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3)).await;
    let messages = vec![message(&change["uuid"], &change["actionTime"]); 5];
    stack.aws().send("schedule", &messages, 3).await;
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    // An edit that a second application would undo.
    admin.edit(&id, json!({ "stop": 8 })).await;
    stack.aws().send("schedule", &messages, 0).await;
    all_is_delivered(&admin, &id).await;

    let location = admin.location(&id).await;
    assert_eq!((&location["stop"], &location["version"]), (&json!(8), &json!(4)));
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    assert_eq!(applied.iter().filter(|entry| entry["changes"][0]["attribute"] == "stop").count(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_message_for_a_time_that_the_change_has_left_is_ignored() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3600)).await;
    stack.aws().send("schedule", &[message(&change["uuid"], &json!(in_seconds(-60)))], 0).await;
    all_is_delivered(&admin, &id).await;
    assert_eq!(admin.scheduled(&id).await, [change]);
    assert_eq!(admin.location(&id).await["stop"], 0);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_that_was_completed_now_is_not_applied_again_at_its_first_time() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(7)).await;
    admin.act_on(&change, "completeScheduleChange").await.unwrap();
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    admin.edit(&id, json!({ "stop": 8 })).await;
    // The message for the first time is due before the one of this change.
    all_is_delivered(&admin, &id).await;
    assert_eq!(admin.location(&id).await["stop"], 8);
}
