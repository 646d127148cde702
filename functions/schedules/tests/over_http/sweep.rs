//! The sweep, which hands over what is due soon and what a lost message left behind.

use serde_json::{Value, json};
use std::time::Duration;
use testkit::{NewLocation, Person, Stack, in_seconds, wait_until, wait_until_within};

/// A change that was due a moment ago and whose message was lost.
async fn overdue(stack: &Stack, person: &Person<'_>, id: &str) {
    let change = person.schedule_one(id, "stop", json!(7), in_seconds(3600)).await;
    let past = in_seconds(-5).to_string();
    let uuid = change["uuid"].as_str().unwrap_or_default();
    stack.aws().set("ScheduleChanges", ("uuid", uuid), &[("actionTime", &past), ("dueAt", &past)]).await;
}

async fn applied_once(person: &Person<'_>, id: &str) {
    let location = person.location(id).await;
    assert_eq!((&location["stop"], &location["version"]), (&json!(7), &json!(2)));
    assert_eq!(person.events(id, "SCHEDULE_APPLIED").await.len(), 1);
    assert_eq!(person.scheduled(id).await, [Value::Null; 0]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_change_whose_message_was_lost_is_handed_over_again_and_applied_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    overdue(&stack, &admin, &id).await;
    // Sweeps may run at the same time: EventBridge starts them at least once.
    let sweep = || stack.aws().invoke("sweep-schedule-changes");
    let swept = tokio::join!(sweep(), sweep(), sweep());
    assert!(swept.0["swept"].is_u64(), "{}", swept.0);
    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    applied_once(&admin, &id).await;
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_sweep_runs_each_minute_by_itself() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    overdue(&stack, &admin, &id).await;
    let applied = async || (admin.location(&id).await["stop"] == 7).then_some(());
    wait_until_within(Duration::from_secs(90), "a sweep", applied).await;
    applied_once(&admin, &id).await;
}
