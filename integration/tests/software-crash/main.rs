//! Deployments while DynamoDB fails before or after it writes. The function calls DynamoDB through a proxy. Changing
//! that setting interrupts running calls, so no other test may call the function at the same time.
#![cfg(test)]

#[path = "../software/helpers.rs"]
#[allow(dead_code, reason = "the other tests of the area use more helpers")]
mod helpers;
mod proxy;

use helpers::{DEPLOY, agents, change, failed, history, many_fridges, new_version, updated};
use integration::{Stack, stack_test};
use proxy::Proxy;

const FUNCTION: &str = "update-fridge-artifacts";
/// The environment variable with which an AWS SDK uses another endpoint for DynamoDB only.
const ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB";

#[stack_test]
async fn names_7_of_1000_fridges_whose_writes_fail_and_updates_them_when_repeated(stack: Stack) {
    let proxy = Proxy::start(stack.aws().endpoint().expect("the function must run on this machine")).await;
    let test = Box::pin(deploy_with_7_failing_fridges(&stack, &proxy));
    stack.aws().with_variable(FUNCTION, (ENDPOINT, &proxy.url()), test).await;
}

async fn deploy_with_7_failing_fridges(stack: &Stack, proxy: &Proxy) {
    let admin = stack.person("admin").await;
    let fridges = many_fridges(stack, &admin, 1000).await;
    let version = new_version(stack).await;
    let broken: Vec<String> = [0, 1, 99, 500, 501, 777, 999].map(|position| fridges[position].clone()).into();
    proxy.break_writes_of(&broken);
    let result = change(&admin, DEPLOY, &version, &fridges).await;
    let failed = failed(&result);
    assert_eq!(failed.keys().cloned().collect::<Vec<_>>(), broken);
    assert!(failed.values().all(|reason| reason == "Larder is busy at the moment. Please try again."), "{failed:?}");
    assert_eq!(updated(&result).len(), 993);
    let deployed = agents(&admin).await;
    assert!(broken.iter().all(|id| !deployed.contains_key(id)));
    assert_eq!(fridges.iter().filter(|id| deployed.get(*id) == Some(&version)).count(), 993);

    // A fridge whose write succeeds without a response is updated once.
    proxy.lose_responses_of(&broken[..1]);
    let repeated = change(&admin, DEPLOY, &version, &fridges).await;
    assert_eq!(updated(&repeated).len(), 1000);
    assert_eq!(repeated["failed"].as_array().map(Vec::len), Some(0));
    for id in &broken {
        assert_eq!(history(&admin, id).await.len(), 1, "{id}");
    }
}
