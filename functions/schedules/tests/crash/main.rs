//! What becomes of a scheduled change when the function that applies it is killed in the middle. Runs alone: it leads
//! the function of the stack through a proxy and shortens the time after which its queue delivers again.
#![cfg(test)]

mod proxy;

use proxy::{Crash, Proxy};
use serde_json::json;
use testkit::{NewLocation, Stack, afterwards, in_seconds, wait_until};

const FUNCTION: &str = "apply-schedule-change";
/// By it an AWS SDK finds DynamoDB elsewhere than everything else.
const ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_function_killed_before_or_after_its_write_applies_the_change_once() {
    let stack = Stack::load().await;
    let proxy = Proxy::start(stack.aws().endpoint().expect("the function must run on this machine")).await;
    let visibility = stack.aws().set_visibility("schedule", "2").await;
    let test = Box::pin(async {
        killed_before_it_wrote(&stack, &proxy).await;
        killed_after_it_wrote(&stack, &proxy).await;
    });
    let url = proxy.url();
    let test = Box::pin(stack.aws().with_variable(FUNCTION, (ENDPOINT, &url), test));
    afterwards(test, async { drop(stack.aws().set_visibility("schedule", &visibility).await) }).await;
}

async fn killed_before_it_wrote(stack: &Stack, proxy: &Proxy) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3)).await;
    proxy.set_trap(change["uuid"].as_str().unwrap(), Crash::BeforeItIsWritten);
    wait_until("the function is killed", async || proxy.killed().then_some(())).await;
    assert_eq!(admin.location(&id).await["version"], 1);
    assert_eq!(admin.scheduled(&id).await, [change]);

    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    assert_eq!(admin.location(&id).await["version"], 2);
    assert!(admin.scheduled(&id).await.is_empty());
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 1);
}

async fn killed_after_it_wrote(stack: &Stack, proxy: &Proxy) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3)).await;
    let uuid = change["uuid"].as_str().unwrap();
    proxy.set_trap(uuid, Crash::AfterItIsWritten);
    wait_until("the function is killed", async || proxy.killed().then_some(())).await;
    assert_eq!((&admin.location(&id).await["stop"], admin.scheduled(&id).await.len()), (&json!(7), 0));
    // An edit that a second application would undo.
    admin.edit(&id, json!({ "version": 2, "stop": 8 })).await;

    let calls = proxy.calls_about(uuid);
    wait_until("the message comes again", async || (proxy.calls_about(uuid) > calls).then_some(())).await;
    admin.schedule_one(&id, "percentage", json!("99"), in_seconds(2)).await;
    wait_until("a later change", async || (admin.location(&id).await["percentage"] == "99").then_some(())).await;
    let location = admin.location(&id).await;
    assert_eq!((&location["stop"], &location["version"]), (&json!(8), &json!(4)));
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    assert_eq!(applied.iter().filter(|entry| entry["changes"][0]["attribute"] == "stop").count(), 1);
}
