//! `rollBackFridgeArtifacts`.

use crate::calls::{
    DEPLOY, ROLL_BACK, agents, change, failed, history, many_fridges, new_version, object_key, updated,
};
use std::slice;
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn each_fridge_gets_the_version_that_it_had_before_and_only_once() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 3).await;
    let [one, other, fresh] = &fridges[..] else { panic!("{fridges:?}") };
    let (old, older, new) = (new_version(&stack).await, new_version(&stack).await, new_version(&stack).await);
    change(&admin, DEPLOY, &old, slice::from_ref(one)).await;
    change(&admin, DEPLOY, &older, slice::from_ref(other)).await;
    change(&admin, DEPLOY, &new, &fridges).await;

    let answer = change(&admin, ROLL_BACK, &new, &fridges).await;
    assert_eq!(updated(&answer), [one.clone(), other.clone()]);
    assert_eq!(answer["updated"][0]["objectKey"], object_key(&old));
    assert_eq!(
        failed(&answer).into_iter().collect::<Vec<_>>(),
        [(fresh.clone(), format!("No version before {new} is known"))]
    );
    let has = agents(&admin).await;
    assert_eq!([&has[one], &has[other], &has[fresh]], [&old, &older, &new]);

    // Again: nothing moves back to where it came from.
    assert_eq!(change(&admin, ROLL_BACK, &new, &fridges).await, answer);
    let steps = history(&admin, one).await;
    let told: Vec<_> =
        steps.iter().map(|step| (step["event"].as_str().unwrap(), step["to"].as_str().unwrap())).collect();
    assert_eq!(told, [("ROLLED_BACK", old.as_str()), ("DEPLOYED", new.as_str()), ("DEPLOYED", old.as_str())]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_fridge_with_another_version_keeps_it_and_one_that_is_gone_from_the_bucket_is_not_gone_back_to() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 2).await;
    let [one, other] = &fridges[..] else { panic!("{fridges:?}") };
    let (old, new) = (new_version(&stack).await, new_version(&stack).await);
    change(&admin, DEPLOY, &old, &fridges).await;
    change(&admin, DEPLOY, &new, slice::from_ref(one)).await;
    let (s3, bucket) = (stack.aws().s3(), stack.aws().bucket("artifacts"));
    s3.delete_object().bucket(bucket).key(object_key(&old)).send().await.unwrap();

    let reasons = failed(&change(&admin, ROLL_BACK, &new, &fridges).await);
    assert_eq!(reasons[one], format!("Version {old} is no longer available"));
    assert_eq!(reasons[other], format!("It has version {old}, not {new}"));
    let has = agents(&admin).await;
    assert_eq!([&has[one], &has[other]], [&new, &old]);
}
