//! `updateFridgeArtifacts` and `fridgeSoftwareHistory`.

use crate::helpers::{AGENT, DEPLOY, agents, change, failed, history, many_fridges, new_version, object_key, updated};
use integration::{NewLocation, Stack, field_errors, fridge::Fridge, stack_test};
use serde_json::json;
use shared::fridge_topics::Down;
use std::{
    slice,
    time::{Duration, Instant},
};

/// The time in which a message reaches a fridge. It takes less than a second.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(20);

#[stack_test]
async fn a_deployment_returns_each_fridge_and_adds_its_changes_to_the_history(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let (first, second) = (new_version(&stack).await, new_version(&stack).await);
    let result = change(&operations, DEPLOY, &first, slice::from_ref(&id)).await;
    let update = json!({ "sk": AGENT, "pk": id, "artifactType": AGENT, "objectKey": object_key(&first) });
    assert_eq!(result, json!({ "updated": [update], "failed": [] }));
    change(&operations, DEPLOY, &second, slice::from_ref(&id)).await;
    assert_eq!(agents(&admin).await.get(&id), Some(&second));

    let changes: Vec<_> = history(&admin, &id)
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
    assert_eq!(changes, expected);
}

#[stack_test]
async fn a_fridge_receives_its_desired_software_when_it_connects_and_when_it_is_deployed(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let (first, second) = (new_version(&stack).await, new_version(&stack).await);
    change(&admin, DEPLOY, &first, slice::from_ref(&id)).await;
    let mut fridge = Fridge::connect(&stack, &id).await;
    let mut desired = async || {
        let message = fridge.next_message(Down::Software, RECEIVE_TIMEOUT).await.expect("the desired software");
        assert_eq!((&message["schemaVersion"], &message["locationId"]), (&json!(1), &json!(id)));
        message["artifacts"].clone()
    };
    let artifacts =
        |version: &str| json!([{ "artifactType": AGENT, "version": version, "objectKey": object_key(version) }]);
    // The retained message, and the one that Larder publishes after the subscription.
    assert_eq!([desired().await, desired().await], [artifacts(&first), artifacts(&first)]);
    change(&admin, DEPLOY, &second, slice::from_ref(&id)).await;
    assert_eq!(desired().await, artifacts(&second));
}

#[stack_test]
async fn a_repeated_deployment_changes_nothing(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    let once = change(&admin, DEPLOY, &version, &[id.clone(), id.clone()]).await;
    let twice = change(&admin, DEPLOY, &version, slice::from_ref(&id)).await;
    assert_eq!(once, twice);
    assert_eq!(updated(&twice), slice::from_ref(&id));
    assert_eq!(history(&admin, &id).await.len(), 1);
}

#[stack_test]
async fn updates_993_of_1000_fridges_and_names_the_7_invalid_ones(stack: Stack) {
    let admin = stack.person("admin").await;
    let mut fridges = many_fridges(&stack, &admin, 993).await;
    let wholesale = NewLocation::default().create(&admin).await;
    stack.aws().set_attributes("Locations", ("id", &wholesale), &[("type", "WHOLESALE")]).await;
    let mut bad: Vec<String> = (0..5).map(|number| format!("TEST_UNKNOWN_{number}")).collect();
    bad.push("not an id".into());
    let version = new_version(&stack).await;
    for (position, id) in bad.iter().enumerate() {
        fridges.insert(position * 150, id.clone());
    }
    fridges.push(wholesale.clone());
    assert_eq!(fridges.len(), 1000);

    let started = Instant::now();
    let result = change(&admin, DEPLOY, &version, &fridges).await;
    eprintln!("1,000 fridges, 7 of them bad: {:?}", started.elapsed());
    let failed = failed(&result);
    assert_eq!(updated(&result).len(), 993);
    assert_eq!(failed.len(), 7);
    assert!(bad.iter().all(|id| failed[id] == "It does not exist in the Locations table"));
    assert_eq!(failed[&wholesale], "It is not a fridge");

    let started = Instant::now();
    let agents = agents(&admin).await;
    eprintln!("read back {} fridges: {:?}", agents.len(), started.elapsed());
    let has_version = |id: &&String| agents.get(*id) == Some(&version);
    assert_eq!(fridges.iter().filter(has_version).count(), 993);

    let started = Instant::now();
    let repeated = change(&admin, DEPLOY, &version, &fridges).await;
    eprintln!("repeated without changes: {:?}", started.elapsed());
    assert_eq!(repeated, result);
}

#[stack_test]
async fn concurrent_deployments_leave_one_version_and_a_consistent_history(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 30).await;
    let (one, other) = (new_version(&stack).await, new_version(&stack).await);
    let (first, second) =
        tokio::join!(change(&admin, DEPLOY, &one, &fridges), change(&admin, DEPLOY, &other, &fridges));
    let agents = agents(&admin).await;
    for id in &fridges {
        let steps = history(&admin, id).await;
        assert_eq!(steps[0]["to"], agents[id], "{id}");
        // Each change starts from the version of the previous one, so no change was lost.
        assert!(steps.windows(2).all(|two| two[0]["from"] == two[1]["to"]), "{id}: {steps:?}");
        let succeeded = [&first, &second].iter().filter(|result| updated(result).contains(id)).count();
        assert_eq!(steps.len(), succeeded, "{id}");
    }
}

#[stack_test]
async fn rejects_an_unknown_version_and_an_empty_or_too_long_list(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    let invalid_fields = async |version: &str, fridges: Vec<String>| {
        let rejection =
            admin.call_rejected(DEPLOY, json!({ "artifactType": AGENT, "version": version, "fridges": fridges })).await;
        assert_eq!(rejection.kind, "Invalid");
        field_errors(&rejection.info)
    };
    // A prefix of an existing version is not a version.
    for missing in ["0.1234567890123", "latest", "3 12 0", "../3.12.0", &version[..version.len() - 1]] {
        let message = format!("There is no version {missing} of {AGENT}");
        assert_eq!(invalid_fields(missing, vec![id.clone()]).await, [("version".to_owned(), message)]);
    }
    let count = ("fridges".to_owned(), "Select 1 to 2500 fridges".to_owned());
    assert_eq!(invalid_fields(&version, vec![]).await, slice::from_ref(&count));
    assert_eq!(invalid_fields(&version, vec![id.clone(); 2501]).await, [count]);
    assert!(history(&admin, &id).await.is_empty());
}

#[stack_test]
async fn rejects_a_user_without_permission(stack: Stack) {
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let id = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    for call in [DEPLOY, crate::helpers::ROLL_BACK] {
        let arguments = json!({ "artifactType": AGENT, "version": version, "fridges": [id] });
        let rejection = reader.call_rejected(call, arguments).await;
        assert_eq!(rejection.kind, "Forbidden");
        assert_eq!(rejection.message, "Error! User Action Prohibited!");
    }
    assert!(!agents(&reader).await.contains_key(&id));
}
