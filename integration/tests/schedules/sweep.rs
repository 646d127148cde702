//! Tests of the sweep.

use integration::{NewLocation, Person, Stack, in_seconds, stack_test, wait_until_within};
use serde_json::{Value, json};
use std::time::Duration;

/// Creates a change that is overdue because its message was lost.
async fn create_overdue_change(stack: &Stack, person: &Person<'_>, id: &str) {
    let change = person.schedule_one(id, "stop", json!(7), in_seconds(3600)).await;
    let past = in_seconds(-5).to_string();
    let uuid = change["uuid"].as_str().unwrap_or_default();
    stack.aws().set_attributes("ScheduleChanges", ("uuid", uuid), &[("actionTime", &past), ("dueAt", &past)]).await;
}

/// Waits until the change is applied and checks that it was applied once.
async fn assert_applied_once(person: &Person<'_>, id: &str, within: Duration) {
    let applied = async || (person.location(id).await["stop"] == 7).then_some(());
    wait_until_within(within, "a sweep and the change", applied).await;
    assert_eq!(person.location(id).await["version"], 2);
    assert_eq!(person.events(id, "SCHEDULE_APPLIED").await.len(), 1);
    assert_eq!(person.scheduled(id).await, [Value::Null; 0]);
}

#[stack_test]
async fn sweeps_enqueue_a_change_again_whose_message_was_lost(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    create_overdue_change(&stack, &admin, &id).await;
    // EventBridge delivers at least once, so sweeps can run concurrently.
    let sweep = || stack.aws().invoke("sweep-schedule-changes");
    let swept = tokio::join!(sweep(), sweep(), sweep());
    assert!(swept.0["swept"].is_u64(), "{}", swept.0);
    assert_applied_once(&admin, &id, Duration::from_secs(20)).await;

    // The scheduled sweep applies a change without an explicit invocation.
    let id = NewLocation::default().create(&admin).await;
    create_overdue_change(&stack, &admin, &id).await;
    assert_applied_once(&admin, &id, Duration::from_secs(90)).await;
}
