//! Deployments while DynamoDB fails: for some fridges, or after it wrote. The function is led through a proxy for it,
//! which ends what it is doing: nothing else may call it meanwhile.
#![cfg(test)]

#[path = "../over_http/calls.rs"]
#[allow(dead_code, reason = "the other tests of the area call more")]
mod calls;
mod proxy;

use calls::{DEPLOY, agents, change, failed, history, many_fridges, new_version, updated};
use proxy::Proxy;
use testkit::Stack;

const FUNCTION: &str = "update-fridge-artifacts";
/// By it an AWS SDK finds DynamoDB elsewhere than everything else.
const ENDPOINT: &str = "AWS_ENDPOINT_URL_DYNAMODB";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn where_writes_of_7_of_1000_fridges_fail_these_are_named_and_the_same_request_later_updates_them() {
    let stack = Stack::load().await;
    let proxy = Proxy::start(stack.aws().endpoint().expect("the function must run on this machine")).await;
    let test = Box::pin(seven_of_1000(&stack, &proxy));
    stack.aws().with_variable(FUNCTION, (ENDPOINT, &proxy.url()), test).await;
}

async fn seven_of_1000(stack: &Stack, proxy: &Proxy) {
    let admin = stack.person("admin").await;
    let fridges = many_fridges(stack, &admin, 1000).await;
    let version = new_version(stack).await;
    let broken: Vec<String> = [0, 1, 99, 500, 501, 777, 999].map(|position| fridges[position].clone()).into();
    proxy.break_writes_of(&broken);
    let answer = change(&admin, DEPLOY, &version, &fridges).await;
    let failed = failed(&answer);
    assert_eq!(failed.keys().cloned().collect::<Vec<_>>(), broken);
    assert!(failed.values().all(|why| why == "Larder is busy at the moment. Please try again."), "{failed:?}");
    assert_eq!(updated(&answer).len(), 993);
    let has = agents(&admin).await;
    assert!(broken.iter().all(|id| !has.contains_key(id)));
    assert_eq!(fridges.iter().filter(|id| has.get(*id) == Some(&version)).count(), 993);

    // One whose write succeeds but is never heard of is updated, once.
    proxy.lose_answers_of(&broken[..1]);
    let again = change(&admin, DEPLOY, &version, &fridges).await;
    assert_eq!((updated(&again).len(), again["failed"].as_array().map(Vec::len)), (1000, Some(0)));
    for id in &broken {
        assert_eq!(history(&admin, id).await.len(), 1, "{id}");
    }
}
