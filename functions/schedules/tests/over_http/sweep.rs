//! The sweep, which hands over what is due soon and what a lost message left behind.

use serde_json::{Value, json};
use std::time::Duration;
use testkit::{NewLocation, Person, Stack, in_seconds, wait_until_within};

/// A change that was due a moment ago and whose message was lost.
async fn overdue(stack: &Stack, person: &Person<'_>, id: &str) {
    let change = person.schedule_one(id, "stop", json!(7), in_seconds(3600)).await;
    let past = in_seconds(-5).to_string();
    let uuid = change["uuid"].as_str().unwrap_or_default();
    stack.aws().set("ScheduleChanges", ("uuid", uuid), &[("actionTime", &past), ("dueAt", &past)]).await;
}

/// Waits until the change is applied, and sees that it was once.
async fn applied_once(person: &Person<'_>, id: &str, within: Duration) {
    let applied = async || (person.location(id).await["stop"] == 7).then_some(());
    wait_until_within(within, "a sweep and the change", applied).await;
    assert_eq!(person.location(id).await["version"], 2);
    assert_eq!(person.events(id, "SCHEDULE_APPLIED").await.len(), 1);
    assert_eq!(person.scheduled(id).await, [Value::Null; 0]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_whose_message_was_lost_is_handed_over_again_by_a_sweep_and_sweeps_run_each_minute() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    overdue(&stack, &admin, &id).await;
    // Sweeps may run at the same time: EventBridge starts them at least once.
    let sweep = || stack.aws().invoke("sweep-schedule-changes");
    let swept = tokio::join!(sweep(), sweep(), sweep());
    assert!(swept.0["swept"].is_u64(), "{}", swept.0);
    applied_once(&admin, &id, Duration::from_secs(20)).await;

    // And without anybody's doing.
    let id = NewLocation::default().create(&admin).await;
    overdue(&stack, &admin, &id).await;
    applied_once(&admin, &id, Duration::from_secs(90)).await;
}
