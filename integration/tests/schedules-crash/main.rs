//! Tests that a change is applied once if the function that applies it is killed. Runs alone, because it routes the
//! function through a proxy and shortens the visibility timeout of its queue.
#![cfg(test)]

mod proxy;

use integration::{NewLocation, Stack, in_seconds, stack_test, wait_until, with_cleanup};
use proxy::{Crash, Proxy};
use serde_json::json;

const FUNCTION: &str = "apply-schedule-change";
/// The environment variable that sets the DynamoDB endpoint of an AWS SDK.
const ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB";

#[stack_test]
async fn a_function_that_is_killed_before_or_after_its_write_applies_the_change_once(stack: Stack) {
    let proxy = Proxy::start(stack.aws().endpoint().expect("the function must run on this machine")).await;
    let visibility = stack.aws().set_visibility("schedule", "2").await;
    let test = Box::pin(async {
        test_kill_before_write(&stack, &proxy).await;
        test_kill_after_write(&stack, &proxy).await;
    });
    let url = proxy.url();
    let test = Box::pin(stack.aws().with_variable(FUNCTION, (ENDPOINT, &url), test));
    with_cleanup(test, async { drop(stack.aws().set_visibility("schedule", &visibility).await) }).await;
}

async fn test_kill_before_write(stack: &Stack, proxy: &Proxy) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3)).await;
    proxy.set_trap(change["uuid"].as_str().unwrap(), Crash::BeforeWrite);
    wait_until("the function is killed", async || proxy.has_killed().then_some(())).await;
    assert_eq!(admin.location(&id).await["version"], 1);
    assert_eq!(admin.scheduled(&id).await, [change]);

    wait_until("the change", async || (admin.location(&id).await["stop"] == 7).then_some(())).await;
    assert_eq!(admin.location(&id).await["version"], 2);
    assert!(admin.scheduled(&id).await.is_empty());
    assert_eq!(admin.events(&id, "SCHEDULE_APPLIED").await.len(), 1);
}

async fn test_kill_after_write(stack: &Stack, proxy: &Proxy) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let change = admin.schedule_one(&id, "stop", json!(7), in_seconds(3)).await;
    let uuid = change["uuid"].as_str().unwrap();
    proxy.set_trap(uuid, Crash::AfterWrite);
    wait_until("the function is killed", async || proxy.has_killed().then_some(())).await;
    assert_eq!(admin.location(&id).await["stop"], json!(7));
    assert_eq!(admin.scheduled(&id).await.len(), 0);
    // Applying the change a second time would overwrite this edit.
    admin.edit(&id, json!({ "version": 2, "stop": 8 })).await;

    let calls = proxy.count_calls(uuid);
    wait_until("the message is delivered again", async || (proxy.count_calls(uuid) > calls).then_some(())).await;
    admin.schedule_one(&id, "percentage", json!("99"), in_seconds(2)).await;
    wait_until("a later change", async || (admin.location(&id).await["percentage"] == "99").then_some(())).await;
    let location = admin.location(&id).await;
    assert_eq!(location["stop"], json!(8));
    assert_eq!(location["version"], json!(4));
    let applied = admin.events(&id, "SCHEDULE_APPLIED").await;
    assert_eq!(applied.iter().filter(|entry| entry["changes"][0]["attribute"] == "stop").count(), 1);
}
