//! Tests of allocation schedules: a change of `prod` paired with its reason.

use integration::{NewLocation, Person, Stack, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use shared::Instant;

/// Schedules turning allocation on. Returns the change and its reason.
async fn allocate(person: &Person<'_>, id: &str, at: Instant) -> (Value, Value) {
    let input = json!([
        { "location": id, "attribute": "prod", "value": "1", "dateTime": at },
        { "location": id, "attribute": "updateReason", "value": "{\"prod\":\"First Stocking\"}", "dateTime": at },
    ]);
    let created = person.schedule(input).await.unwrap();
    let [prod, reason] = created.as_slice() else { panic!("{created:?}") };
    (prod.clone(), reason.clone())
}

#[stack_test]
async fn deletes_both_changes_of_a_pair_by_the_key_of_either(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for half in [0, 1] {
        let (prod, reason) = allocate(&admin, &id, in_seconds(3600)).await;
        assert_eq!(prod["pairedWith"], reason["uuid"]);
        assert_eq!(reason["pairedWith"], prod["uuid"]);
        assert_eq!(prod["actionTime"], reason["actionTime"]);
        assert_eq!(admin.scheduled(&id).await.len(), 2);
        let key = if half == 0 { prod } else { reason };
        assert_eq!(admin.act_on(&key, "deleteScheduleChange").await.unwrap().len(), 2);
        assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    }
    let deleted = admin.events(&id, "SCHEDULE_DELETED").await;
    assert_eq!(deleted.len(), 2);
    assert_eq!(deleted[0]["reason"], json!("First Stocking"));
}

#[stack_test]
async fn applies_both_changes_of_a_pair_and_stores_the_reason_in_history(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let (_, reason) = allocate(&operations, &id, in_seconds(3600)).await;
    let moved = admin.act_on(&reason, "completeScheduleChange").await.unwrap();
    assert_eq!(moved.len(), 2);
    assert_eq!(moved[0]["actionTime"], moved[1]["actionTime"]);
    wait_until("the allocation is on", async || (admin.location(&id).await["prod"] == 1).then_some(())).await;

    let location = admin.location(&id).await;
    assert_eq!(location["version"], json!(2));
    assert_eq!(location["updateReason"]["prod"], json!("First Stocking"));
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    let [applied] = applied.as_slice() else { panic!("{applied:?}") };
    assert_eq!(applied["reason"], "First Stocking");
    assert_eq!(applied["user"], stack.user("operations").email);
    assert_eq!(applied["changes"], json!([{ "attribute": "prod", "from": "0", "to": "1" }]));
    let completed = admin.events(&id, "COMPLETE_NOW").await;
    assert_eq!(completed.len(), 1);
    assert_eq!(completed[0]["user"], json!(stack.user("admin").email));
}
