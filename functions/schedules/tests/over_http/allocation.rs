//! An allocation schedule: a change of `prod` and its reason, which share time and fate.

use serde_json::{Value, json};
use shared::Instant;
use testkit::{NewLocation, Person, Stack, in_seconds, wait_until};

/// Schedules the allocation to be switched on; answers the change and its reason.
async fn allocate(person: &Person<'_>, id: &str, at: Instant) -> (Value, Value) {
    let input = json!([
        { "location": id, "attribute": "prod", "value": "1", "dateTime": at },
        { "location": id, "attribute": "updateReason", "value": "{\"prod\":\"First Stocking\"}", "dateTime": at },
    ]);
    let created = person.schedule(input).await.unwrap();
    let [prod, reason] = created.as_slice() else { panic!("{created:?}") };
    (prod.clone(), reason.clone())
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_pair_is_created_together_and_deleted_together_whichever_half_is_named() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for half in [0, 1] {
        let (prod, reason) = allocate(&admin, &id, in_seconds(3600)).await;
        assert_eq!((&prod["pairedWith"], &reason["pairedWith"]), (&reason["uuid"], &prod["uuid"]));
        assert_eq!((&prod["actionTime"], admin.scheduled(&id).await.len()), (&reason["actionTime"], 2));
        let named = if half == 0 { prod } else { reason };
        assert_eq!(admin.act_on(&named, "deleteScheduleChange").await.unwrap().len(), 2);
        assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    }
    let deleted = admin.events(&id, "SCHEDULE_DELETED").await;
    assert_eq!((deleted.len(), &deleted[0]["reason"]), (2, &json!("First Stocking")));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_pair_takes_effect_together_with_its_reason_in_history() {
    let stack = Stack::load().await;
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let (_, reason) = allocate(&operations, &id, in_seconds(3600)).await;
    let moved = admin.act_on(&reason, "completeScheduleChange").await.unwrap();
    assert_eq!((moved.len(), &moved[0]["actionTime"]), (2, &moved[1]["actionTime"]));
    wait_until("the allocation is on", async || (admin.location(&id).await["prod"] == 1).then_some(())).await;

    let location = admin.location(&id).await;
    assert_eq!((&location["version"], &location["updateReason"]["prod"]), (&json!(2), &json!("First Stocking")));
    assert_eq!(admin.scheduled(&id).await, [Value::Null; 0]);
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    let [applied] = applied.as_slice() else { panic!("{applied:?}") };
    assert_eq!(applied["reason"], "First Stocking");
    assert_eq!(applied["user"], stack.user("operations").email);
    assert_eq!(applied["changes"], json!([{ "attribute": "prod", "from": "0", "to": "1" }]));
    let completed = admin.events(&id, "COMPLETE_NOW").await;
    assert_eq!((completed.len(), &completed[0]["user"]), (1, &json!(stack.user("admin").email)));
}
