//! Tests that scheduled changes survive a restart of the emulator. Runs alone, because it stops the stack and
//! starts it without the web app.
#![cfg(test)]

use integration::{NewLocation, Stack, in_seconds, stack_test, wait_until_within};
use serde_json::json;
use std::time::Duration;

#[stack_test]
async fn a_restart_before_changes_are_due_applies_each_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    // One change is due during the restart, one soon after it, and one much later.
    let [down, after, later] = [1, 25, 3600].map(in_seconds);
    let soon = admin.schedule_one(&id, "stop", json!(7), after).await;
    let pending = admin.schedule_one(&id, "vertical", json!("Retail"), later).await;
    let overdue = admin.schedule_one(&id, "percentage", json!("5"), down).await;
    stack.stop();
    stack.start();

    // Load the stack again, because the restart closed all connections.
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let applied = async || {
        let location = admin.location(&id).await;
        (location["stop"] == 7 && location["percentage"] == "5").then_some(())
    };
    // The queue can lose its messages in a restart. A sweep enqueues a change again 90 seconds after it was due;
    // setting `dueAt` to the past skips that wait.
    for change in [overdue, soon] {
        let uuid = change["uuid"].as_str().unwrap_or_default();
        stack.aws().set_attributes("ScheduleChanges", ("uuid", uuid), &[("dueAt", &in_seconds(-1).to_string())]).await;
    }
    wait_until_within(Duration::from_mins(4), "both changes", applied).await;
    assert_eq!(admin.location(&id).await["version"], 3);
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 2);
    assert_eq!(admin.scheduled(&id).await, [pending]);
}
