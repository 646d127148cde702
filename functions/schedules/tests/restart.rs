//! What becomes of scheduled changes when the emulator is stopped and started again before they are due. Runs alone,
//! and last: it stops the stack, and brings it up without the web app.
#![cfg(test)]

use serde_json::json;
use std::{process::Command, time::Duration};
use testkit::{NewLocation, Stack, in_seconds, wait_until_within};

/// Runs a command of `scripts/` for the stack's port.
fn run(stack: &Stack, command: &str, more: &[&str]) {
    let path = format!("../../scripts/{command}");
    let output = Command::new(path).args(["--port", &stack.port().to_string()]).args(more).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_clean_restart_before_a_change_is_due_loses_nothing_and_doubles_nothing() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    // Due while the emulator is down, due soon after, and not due for long.
    let [down, after, later] = [1, 25, 3600].map(in_seconds);
    let soon = admin.schedule_one(&id, "stop", json!(7), after).await;
    let waiting = admin.schedule_one(&id, "vertical", json!("Retail"), later).await;
    let overdue = admin.schedule_one(&id, "percentage", json!("5"), down).await;
    run(&stack, "down", &[]);
    run(&stack, "up", &["--no-web", "--no-simulator", "--fleet", "50"]);

    // The old connections ended with the emulator.
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let applied = async || {
        let location = admin.location(&id).await;
        (location["stop"] == 7 && location["percentage"] == "5").then_some(())
    };
    // The queue may have forgotten their messages: a sweep makes up for that 90 seconds after a change was due. They are
    // taken as passed.
    for change in [overdue, soon] {
        let uuid = change["uuid"].as_str().unwrap_or_default();
        stack.aws().set("ScheduleChanges", ("uuid", uuid), &[("dueAt", &in_seconds(-1).to_string())]).await;
    }
    wait_until_within(Duration::from_mins(4), "both changes", applied).await;
    assert_eq!(admin.location(&id).await["version"], 3);
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 2);
    assert_eq!(admin.scheduled(&id).await, [waiting]);
}
