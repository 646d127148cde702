//! `updateFridgeArtifacts` and `fridgeSoftwareHistory`.

use crate::calls::{AGENT, DEPLOY, agents, change, failed, history, many_fridges, new_version, object_key, updated};
use serde_json::json;
use std::{slice, time::Instant};
use testkit::{NewLocation, Stack, wrong_fields};

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_deployment_answers_each_fridge_and_leaves_who_when_what_from_and_what_to() {
    let stack = Stack::load().await;
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let (first, second) = (new_version(&stack).await, new_version(&stack).await);
    let answer = change(&operations, DEPLOY, &first, slice::from_ref(&id)).await;
    let update = json!({ "sk": AGENT, "pk": id, "artifactType": AGENT, "objectKey": object_key(&first) });
    assert_eq!(answer, json!({ "updated": [update], "failed": [] }));
    change(&operations, DEPLOY, &second, slice::from_ref(&id)).await;
    assert_eq!(agents(&admin).await.get(&id), Some(&second));

    let told: Vec<_> = history(&admin, &id)
        .await
        .iter()
        .map(|entry| {
            [&entry["event"], &entry["user"], &entry["artifactType"], &entry["from"], &entry["to"]].map(Clone::clone)
        })
        .collect();
    let user = "operations@larder.example";
    let expected = [
        [json!("DEPLOYED"), json!(user), json!(AGENT), json!(first), json!(second)],
        [json!("DEPLOYED"), json!(user), json!(AGENT), json!(null), json!(first)],
    ];
    assert_eq!(told, expected);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn the_same_request_twice_does_no_harm() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    let once = change(&admin, DEPLOY, &version, &[id.clone(), id.clone()]).await;
    let twice = change(&admin, DEPLOY, &version, slice::from_ref(&id)).await;
    assert_eq!((&once, updated(&twice)), (&twice, vec![id.clone()]));
    assert_eq!(history(&admin, &id).await.len(), 1);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn of_1000_fridges_the_7_that_fail_are_named_and_the_others_are_updated() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let mut fridges = many_fridges(&stack, &admin, 993).await;
    let wholesale = NewLocation::default().create(&admin).await;
    stack.aws().set("Locations", ("id", &wholesale), &[("type", "WHOLESALE")]).await;
    let mut bad: Vec<String> = (0..5).map(|number| format!("TEST_NOBODY_HAS_THIS_{number}")).collect();
    bad.push("not an id".into());
    let version = new_version(&stack).await;
    for (position, id) in bad.iter().enumerate() {
        fridges.insert(position * 150, id.clone());
    }
    fridges.push(wholesale.clone());
    assert_eq!(fridges.len(), 1000);

    let started = Instant::now();
    let answer = change(&admin, DEPLOY, &version, &fridges).await;
    eprintln!("1,000 fridges, 7 of them bad: {:?}", started.elapsed());
    let failed = failed(&answer);
    assert_eq!(updated(&answer).len(), 993);
    assert_eq!(failed.len(), 7);
    assert!(bad.iter().all(|id| failed[id] == "It does not exist in the Locations table"));
    assert_eq!(failed[&wholesale], "It is not a fridge");

    let started = Instant::now();
    let agents = agents(&admin).await;
    eprintln!("read back {} fridges: {:?}", agents.len(), started.elapsed());
    let has_it = |id: &&String| agents.get(*id) == Some(&version);
    assert_eq!(fridges.iter().filter(has_it).count(), 993);

    let started = Instant::now();
    let again = change(&admin, DEPLOY, &version, &fridges).await;
    eprintln!("again, all unchanged: {:?}", started.elapsed());
    assert_eq!(again, answer);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn deployments_of_two_versions_at_once_leave_one_of_them_and_an_entry_for_each_step() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 30).await;
    let (one, other) = (new_version(&stack).await, new_version(&stack).await);
    let (first, second) =
        tokio::join!(change(&admin, DEPLOY, &one, &fridges), change(&admin, DEPLOY, &other, &fridges));
    let agents = agents(&admin).await;
    for id in &fridges {
        let steps = history(&admin, id).await;
        assert_eq!(steps[0]["to"], agents[id], "{id}");
        // Each step begins where the one before ended, so that none was lost.
        assert!(steps.windows(2).all(|two| two[0]["from"] == two[1]["to"]), "{id}: {steps:?}");
        let succeeded = [&first, &second].iter().filter(|answer| updated(answer).contains(id)).count();
        assert_eq!(steps.len(), succeeded, "{id}");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_version_that_is_not_in_the_bucket_and_a_list_that_is_empty_or_too_long_are_refused() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    let refused = async |version: &str, fridges: Vec<String>| {
        let refusal =
            admin.refused(DEPLOY, json!({ "artifactType": AGENT, "version": version, "fridges": fridges })).await;
        assert_eq!(refusal.kind, "Invalid");
        wrong_fields(&refusal.info)
    };
    // A version that begins like one that is there is none.
    for missing in ["0.1234567890123", "latest", "3 12 0", "../3.12.0", &version[..version.len() - 1]] {
        let message = format!("There is no version {missing} of {AGENT}");
        assert_eq!(refused(missing, vec![id.clone()]).await, [("version".to_owned(), message)]);
    }
    let count = ("fridges".to_owned(), "One call takes 1 to 2500 fridges".to_owned());
    assert_eq!(refused(&version, vec![]).await, slice::from_ref(&count));
    assert_eq!(refused(&version, vec![id.clone(); 2501]).await, [count]);
    assert!(history(&admin, &id).await.is_empty());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn who_may_not_deploy_changes_nothing() {
    let stack = Stack::load().await;
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let id = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    for call in [DEPLOY, crate::calls::ROLL_BACK] {
        let arguments = json!({ "artifactType": AGENT, "version": version, "fridges": [id] });
        let refusal = reader.refused(call, arguments).await;
        assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
    }
    assert!(!agents(&reader).await.contains_key(&id));
}
