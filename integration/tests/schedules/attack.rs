//! Concurrent changes for the same location, attribute and time. `./scripts/test attack` runs these tests and prints
//! their results.

use futures::future::join_all;
use integration::{NewLocation, Stack, in_seconds, print_attack, stack_test};
use serde_json::json;

#[stack_test]
async fn one_of_several_values_for_the_same_time_is_scheduled_and_the_others_are_rejected(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let at = in_seconds(3600);
    let calls = (1..=12).map(async |stop: usize| {
        let person = if stop.is_multiple_of(2) { &admin } else { &operations };
        let change = json!([{ "location": id, "attribute": "stop", "value": stop.to_string(), "dateTime": at }]);
        person.schedule_all(&change).await.unwrap()
    });
    let results = join_all(calls).await;
    let created: Vec<_> = results.iter().flat_map(|(created, _)| created).collect();
    let failed: Vec<_> = results.iter().flat_map(|(_, failed)| failed).collect();
    assert_eq!((created.len(), failed.len()), (1, 11), "{results:?}");
    let scheduled = format!("stop of {id} is already scheduled");
    assert!(
        failed.iter().all(|row| row["message"].as_str().is_some_and(|text| text.contains(&scheduled))),
        "{failed:?}"
    );
    assert_eq!(admin.scheduled(&id).await, [created[0].clone()]);
    assert_eq!(admin.events(&id, "SCHEDULED").await.len(), 1);
    print_attack("different changes of the same time", failed.len(), created.len());
}

#[stack_test]
async fn one_of_several_deletions_and_completions_of_a_change_succeeds(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3600)).await;
    let calls = (0..12_u32).map(|number| {
        let mutation = if number.is_multiple_of(2) { "deleteScheduleChange" } else { "completeScheduleChange" };
        admin.act_on(&change, mutation)
    });
    let results = join_all(calls).await;
    let accepted = results.iter().filter(|result| result.is_ok()).count();
    for rejection in results.iter().filter_map(|result| result.as_ref().err()) {
        assert!(["NotFound", "Conflict"].contains(&rejection.kind.as_str()), "{rejection:?}");
    }
    // A deletion is final. A completion moves the change to another time, so that later calls with the old time fail.
    assert_eq!(accepted, 1, "{results:?}");
    let deleted = admin.events(&id, "SCHEDULE_DELETED").await.len();
    let pending = admin.scheduled(&id).await.len() + admin.events(&id, "SCHEDULE_APPLIED").await.len();
    assert!(deleted + pending == 1, "{deleted} deletions, {pending} changes");
    print_attack("deletion and completion of a change at the same time", results.len() - accepted, accepted);
}
