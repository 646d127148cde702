//! `rollBackFridgeArtifacts`.

use crate::helpers::{
    DEPLOY, ROLL_BACK, agents, change, failed, history, many_fridges, new_version, object_key, updated,
};
use integration::{Stack, stack_test};
use std::slice;

#[stack_test]
async fn rolls_each_fridge_back_to_its_previous_version_only_once(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 3).await;
    let [one, other, fresh] = &fridges[..] else { panic!("{fridges:?}") };
    let (old, older, new) = (new_version(&stack).await, new_version(&stack).await, new_version(&stack).await);
    change(&admin, DEPLOY, &old, slice::from_ref(one)).await;
    change(&admin, DEPLOY, &older, slice::from_ref(other)).await;
    change(&admin, DEPLOY, &new, &fridges).await;

    let result = change(&admin, ROLL_BACK, &new, &fridges).await;
    assert_eq!(updated(&result), [one.clone(), other.clone()]);
    assert_eq!(result["updated"][0]["objectKey"], object_key(&old));
    assert_eq!(
        failed(&result).into_iter().collect::<Vec<_>>(),
        [(fresh.clone(), format!("No version before {new} is known"))]
    );
    let deployed = agents(&admin).await;
    assert_eq!([&deployed[one], &deployed[other], &deployed[fresh]], [&old, &older, &new]);

    // A repeated rollback changes nothing.
    assert_eq!(change(&admin, ROLL_BACK, &new, &fridges).await, result);
    let steps = history(&admin, one).await;
    let changes: Vec<_> =
        steps.iter().map(|step| (step["event"].as_str().unwrap(), step["to"].as_str().unwrap())).collect();
    assert_eq!(changes, [("ROLLED_BACK", old.as_str()), ("DEPLOYED", new.as_str()), ("DEPLOYED", old.as_str())]);
}

#[stack_test]
async fn rejects_a_rollback_from_another_version_or_to_a_deleted_one(stack: Stack) {
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
    let deployed = agents(&admin).await;
    assert_eq!([&deployed[one], &deployed[other]], [&new, &old]);
}
