//! Tests of duplicate, late and obsolete queue messages.

use integration::{NewLocation, Person, Stack, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};

/// The queue message of a change.
fn message(uuid: &Value, action_time: &Value) -> String {
    json!({ "uuid": uuid, "actionTime": action_time }).to_string()
}

/// Schedules another change and waits until it is applied. By then, earlier messages are processed.
async fn wait_for_earlier_messages(person: &Person<'_>, id: &str) {
    person.schedule_one(id, "percentage", json!("99"), in_seconds(2)).await;
    wait_until("the later change", async || (person.location(id).await["percentage"] == "99").then_some(())).await;
}

#[stack_test]
async fn duplicate_messages_apply_a_change_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3)).await;
    let messages = vec![message(&change["uuid"], &change["actionTime"]); 5];
    stack.aws().send("schedule", &messages, 3).await;
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    // Applying the change a second time would overwrite this edit.
    admin.edit(&id, json!({ "stop": 8 })).await;
    stack.aws().send("schedule", &messages, 0).await;
    wait_for_earlier_messages(&admin, &id).await;

    let location = admin.location(&id).await;
    assert_eq!(location["stop"], json!(8));
    assert_eq!(location["version"], json!(4));
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    assert_eq!(applied.iter().filter(|entry| entry["changes"][0]["attribute"] == "stop").count(), 1);
}

#[stack_test]
async fn ignores_a_message_for_an_outdated_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3600)).await;
    stack.aws().send("schedule", &[message(&change["uuid"], &json!(in_seconds(-60)))], 0).await;
    wait_for_earlier_messages(&admin, &id).await;
    assert_eq!(admin.scheduled(&id).await, [change]);
    assert_eq!(admin.location(&id).await["stop"], 0);
}

#[stack_test]
async fn a_completed_change_is_not_applied_again_at_its_original_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(7)).await;
    admin.act_on(&change, "completeScheduleChange").await.unwrap();
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    admin.edit(&id, json!({ "stop": 8 })).await;
    // The message for the original time is delivered before the message of this change.
    wait_for_earlier_messages(&admin, &id).await;
    assert_eq!(admin.location(&id).await["stop"], 8);
}
