//! Deployments in stages: `createFridgeDeployment`, `continueFridgeDeployment`, `pauseFridgeDeployment`,
//! `rollBackFridgeDeployment`, the queries, and the worker `advance-fridge-deployments`.

use crate::helpers::{AGENT, DEPLOY, agents, change, new_version};
use futures::future;
use integration::{NewLocation, Person, Stack, field_errors, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use shared::table::text;
use uuid::Uuid;

/// The number of concurrent calls with the same token.
const CONCURRENT_CALLS: usize = 6;

const CREATE: &str = "mutation (
    $artifactType: ArtifactType!, $version: String!, $fridges: [ID!], $pilotId: ID, $stages: [Int!], $reason: String,
    $clientToken: ID!
) { createFridgeDeployment(
    artifactType: $artifactType, version: $version, fridges: $fridges, pilotId: $pilotId, stages: $stages,
    reason: $reason, clientToken: $clientToken
) { id state startedStages fridges version reason createdBy stages { percent counts { waiting } } } }";

const CONTINUE: &str = "mutation ($id: ID!, $version: Int!, $scope: FridgeDeploymentScope!) {
    continueFridgeDeployment(id: $id, version: $version, scope: $scope) { id state startedStages version }
}";

const PAUSE: &str = "mutation ($id: ID!, $version: Int!, $reason: String) {
    pauseFridgeDeployment(id: $id, version: $version, reason: $reason) { id state stateReason version }
}";

const ROLL_BACK: &str = "mutation ($id: ID!, $version: Int!, $reason: String) {
    rollBackFridgeDeployment(id: $id, version: $version, reason: $reason) { id state version }
}";

const DETAIL: &str = "query ($id: ID!) { fridgeDeployment(id: $id) {
    deployment {
        id state stateReason startedStages fridges version nextCheckAt
        counts { waiting sent running failed skipped rolledBack notRolledBack }
        runningVersions { version fridges }
    }
    progress { at counts { waiting sent running } }
    history { user event startedStages reason }
} }";

const TARGETS: &str = "query ($id: ID!, $state: FridgeDeploymentTargetState) {
    fridgeDeploymentTargets(id: $id, state: $state) {
        items { fridge stage state reason previousVersion desiredVersion runningVersion } nextToken
    }
}";

const LIST: &str = "query { fridgeDeployments { items { id artifactVersion } nextToken } }";

/// Creates fridges in service.
async fn live_fridges(person: &Person<'_>, count: usize) -> Vec<String> {
    let mut fridges = Vec::new();
    for _ in 0..count {
        fridges.push(NewLocation::default().with("status", "LIVE").create(person).await);
    }
    fridges
}

fn request(version: &str, fridges: &[String], stages: &[u32]) -> Value {
    json!({
        "artifactType": AGENT, "version": version, "fridges": fridges, "stages": stages, "reason": "Test",
        "clientToken": Uuid::now_v7(),
    })
}

/// Creates a deployment and returns its id.
async fn create(person: &Person<'_>, version: &str, fridges: &[String], stages: &[u32]) -> String {
    let deployment = person.call(CREATE, request(version, fridges, stages)).await;
    deployment["id"].as_str().unwrap().to_owned()
}

/// Lets the worker check the deployment now. The scheduled run may check it at the same time.
async fn advance(stack: &Stack, id: &str) {
    let update = stack.aws().dynamodb().update_item().table_name(stack.aws().table("FridgeDeployments"));
    let update = update.key("deployment", text(id)).key("entry", text("header"));
    let update =
        update.update_expression("SET nextCheckAt = :due").condition_expression("attribute_exists(nextCheckAt)");
    // A finished deployment has no next check.
    drop(update.expression_attribute_values(":due", text(in_seconds(-1).to_string())).send().await);
    stack.aws().invoke("advance-fridge-deployments").await;
}

async fn deployment(person: &Person<'_>, id: &str) -> Value {
    person.call(DETAIL, json!({ "id": id })).await["deployment"].clone()
}

/// Lets the worker check the deployment until its counts are as expected, and returns it.
async fn wait_for_counts(stack: &Stack, person: &Person<'_>, id: &str, expected: &[(&str, u32)]) -> Value {
    wait_until(&format!("{expected:?}"), async || {
        advance(stack, id).await;
        let found = deployment(person, id).await;
        expected.iter().all(|(state, count)| found["counts"][*state] == *count).then_some(found)
    })
    .await
}

/// The targets in a state, or all targets.
async fn targets(person: &Person<'_>, id: &str, state: Value) -> Vec<Value> {
    let page = person.call(TARGETS, json!({ "id": id, "state": state })).await;
    assert_eq!(page["nextToken"], Value::Null);
    page["items"].as_array().unwrap().clone()
}

fn fridge_ids(targets: &[Value]) -> Vec<String> {
    targets.iter().map(|target| target["fridge"].as_str().unwrap().to_owned()).collect()
}

/// Sends a report of each fridge with the running version and further fields.
async fn report(stack: &Stack, fridges: &[String], version: &str, fields: &Value) {
    let message = |id: &String| {
        let mut message = json!({
            "schemaVersion": 1, "messageId": Uuid::now_v7(), "type": "HealthReport", "locationId": id,
            "occurredAt": in_seconds(0), "temperature": 38.0,
            "software": [{ "artifactType": AGENT, "version": version }],
        });
        message.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        message
    };
    stack.aws().send_telemetry(&fridges.iter().map(message).collect::<Vec<_>>()).await;
}

#[stack_test]
async fn a_deployment_proceeds_by_stages_completes_and_rolls_back(stack: Stack) {
    let (operations, reader) = (stack.person("operations").await, stack.person("read-only").await);
    let admin = stack.person("admin").await;
    let fridges = live_fridges(&admin, 4).await;
    let (old, new) = (new_version(&stack).await, new_version(&stack).await);
    change(&operations, DEPLOY, &old, &fridges).await;

    let created = operations.call(CREATE, request(&new, &fridges, &[25, 100])).await;
    assert_eq!((&created["state"], &created["startedStages"]), (&json!("RUNNING"), &json!(1)));
    assert_eq!((&created["fridges"], &created["createdBy"]), (&json!(4), &json!("operations@larder.example")));
    let sizes: Vec<_> = created["stages"].as_array().unwrap().iter().map(|stage| &stage["counts"]["waiting"]).collect();
    assert_eq!(sizes, [&json!(1), &json!(3)]);
    let id = created["id"].as_str().unwrap();
    let listed = reader.call(LIST, json!({})).await;
    assert!(listed["items"].as_array().unwrap().iter().any(|item| item["id"] == *id));

    // Only the fridge of the first stage gets the version.
    wait_for_counts(&stack, &operations, id, &[("sent", 1), ("waiting", 3)]).await;
    let first = fridge_ids(&targets(&reader, id, json!("SENT")).await);
    let deployed = agents(&reader).await;
    let with_version = |version: &str| -> Vec<String> {
        fridges.iter().filter(|id| deployed.get(*id).is_some_and(|found| found == version)).cloned().collect()
    };
    assert_eq!(with_version(&new), first);
    assert_eq!(with_version(&old).len(), 3);
    report(&stack, &first, &new, &json!({})).await;
    wait_for_counts(&stack, &operations, id, &[("running", 1), ("waiting", 3)]).await;

    let continued = operations.call(CONTINUE, json!({ "id": id, "version": 1, "scope": "NEXT_STAGE" })).await;
    assert_eq!((&continued["startedStages"], &continued["version"]), (&json!(2), &json!(2)));
    wait_for_counts(&stack, &operations, id, &[("sent", 3), ("running", 1)]).await;
    report(&stack, &fridges, &new, &json!({})).await;
    let completed = wait_for_counts(&stack, &operations, id, &[("running", 4)]).await;
    assert_eq!((&completed["state"], &completed["nextCheckAt"]), (&json!("COMPLETED"), &Value::Null));
    assert_eq!(completed["runningVersions"], json!([{ "version": new, "fridges": 4 }]));

    let rolled_back =
        operations.call(ROLL_BACK, json!({ "id": id, "version": 3, "reason": "The screen is dark" })).await;
    assert_eq!(rolled_back["state"], "ROLLED_BACK");
    let finished = wait_for_counts(&stack, &operations, id, &[("rolledBack", 4)]).await;
    assert_eq!(finished["nextCheckAt"], Value::Null);
    let deployed = agents(&reader).await;
    assert!(fridges.iter().all(|id| deployed[id] == old));
    let all = targets(&reader, id, Value::Null).await;
    assert!(all.iter().all(|target| target["desiredVersion"] == *old && target["runningVersion"] == *new), "{all:?}");

    let detail = reader.call(DETAIL, json!({ "id": id })).await;
    let events: Vec<_> = detail["history"].as_array().unwrap().iter().map(|entry| &entry["event"]).collect();
    assert_eq!(events, ["ROLLED_BACK", "COMPLETED", "CONTINUED", "CREATED"]);
    assert_eq!(detail["history"][0]["reason"], "The screen is dark");
    assert_eq!(detail["history"][2]["startedStages"], 2);
    let points = detail["progress"].as_array().unwrap();
    assert_eq!(points[0]["counts"], json!({ "waiting": 4, "sent": 0, "running": 0 }));
    assert!(points.len() >= 4, "{points:?}");
}

#[stack_test]
async fn overlapping_checks_leave_the_counts_of_the_stored_targets(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = live_fridges(&admin, 6).await;
    let (old, new) = (new_version(&stack).await, new_version(&stack).await);
    change(&admin, DEPLOY, &old, &fridges).await;
    for _ in 0..3 {
        let id = create(&admin, &new, &fridges, &[100]).await;
        let wait_for_overlapping_checks = async |state: &str| {
            wait_until(state, async || {
                future::join_all((0..6).map(|_| advance(&stack, &id))).await;
                let found = deployment(&admin, &id).await;
                (found["counts"][state] == 6).then_some(found)
            })
            .await
        };
        wait_for_overlapping_checks("sent").await;
        admin.call(ROLL_BACK, json!({ "id": id, "version": 1 })).await;
        let finished = wait_for_overlapping_checks("rolledBack").await;
        assert_eq!((&finished["state"], &finished["nextCheckAt"]), (&json!("ROLLED_BACK"), &Value::Null));
        assert_eq!(targets(&admin, &id, json!("ROLLED_BACK")).await.len(), 6);
    }
}

#[stack_test]
async fn a_deployment_stops_when_health_worsens_and_sends_nothing_more(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = live_fridges(&admin, 4).await;
    let version = new_version(&stack).await;
    let id = create(&admin, &version, &fridges, &[50, 100]).await;
    wait_for_counts(&stack, &admin, &id, &[("sent", 2), ("waiting", 2)]).await;
    let first = fridge_ids(&targets(&admin, &id, json!("SENT")).await);
    report(&stack, &first, &version, &json!({ "outOfOrder": true })).await;

    let stopped = wait_until("the deployment stops", async || {
        advance(&stack, &id).await;
        Some(deployment(&admin, &id).await).filter(|deployment| deployment["state"] == "STOPPED")
    })
    .await;
    let reason = "2 of 2 updated fridges of stage 1 have a new alert or stopped reporting";
    assert_eq!(stopped["stateReason"], reason);
    let version_of_stop = stopped["version"].clone();
    for scope in ["STARTED_STAGES", "NEXT_STAGE", "ALL_STAGES"] {
        let arguments = json!({ "id": id, "version": version_of_stop, "scope": scope });
        let rejection = admin.call_rejected(CONTINUE, arguments).await;
        assert_eq!(rejection.kind, "Conflict");
        assert_eq!(rejection.info["current"]["state"], "STOPPED");
    }
    wait_for_counts(&stack, &admin, &id, &[("running", 2), ("waiting", 2)]).await;

    // The other fridges can be in another deployment.
    let others = fridge_ids(&targets(&admin, &id, json!("WAITING")).await);
    create(&admin, &version, &others, &[100]).await;
}

#[stack_test]
async fn a_repeated_call_creates_one_deployment_and_an_overlapping_one_is_rejected(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = live_fridges(&admin, 2).await;
    let (version, other) = (new_version(&stack).await, new_version(&stack).await);
    let request_once = request(&version, &fridges, &[100]);
    // Many calls, because they must overlap: some read the active deployments after another one created the deployment.
    let created = future::join_all((0..CONCURRENT_CALLS).map(|_| admin.call(CREATE, request_once.clone()))).await;
    let one = admin.call(CREATE, request_once).await;
    assert!(created.iter().all(|each| each["id"] == one["id"]), "{created:?}");

    let overlapping = admin.call_rejected(CREATE, request(&other, &fridges[1..], &[100])).await;
    let message = format!("The following fridges are in another active deployment of {AGENT}: {}", fridges[1]);
    assert_eq!(field_errors(&overlapping.info), [("fridges".to_owned(), message)]);
    assert_eq!(targets(&admin, one["id"].as_str().unwrap(), Value::Null).await.len(), 2);
}

#[stack_test]
async fn skips_a_fridge_out_of_service_and_reports_all_invalid_values(stack: Stack) {
    let admin = stack.person("admin").await;
    let offline = NewLocation::default().create(&admin).await;
    let version = new_version(&stack).await;
    let id = create(&admin, &version, &[offline], &[5, 100]).await;
    let completed = wait_for_counts(&stack, &admin, &id, &[("skipped", 1)]).await;
    assert_eq!(completed["state"], "COMPLETED");
    assert_eq!(targets(&admin, &id, Value::Null).await[0]["reason"], "The fridge is offline");

    let mut invalid = request("0.1234567890123", &["TEST_UNKNOWN".to_owned()], &[25, 5]);
    invalid["reason"] = json!("x".repeat(500));
    let rejection = admin.call_rejected(CREATE, invalid).await;
    let error = |field: &str, message: &str| (field.to_owned(), message.to_owned());
    let expected = [
        error("stages", "State up to 10 increasing whole percentages. The last one is 100."),
        error("version", "There is no version 0.1234567890123 of FRIDGE_AGENT"),
        error("fridges", "The following fridges IDs do not exist in the Locations table: TEST_UNKNOWN"),
    ];
    assert_eq!(field_errors(&rejection.info), expected);
    let mut unknown_pilot = request(&version, &[], &[100]);
    unknown_pilot["pilotId"] = json!("test-unknown");
    let rejection = admin.call_rejected(CREATE, unknown_pilot).await;
    assert_eq!(field_errors(&rejection.info), [error("pilotId", "There is no active pilot test-unknown")]);
}

#[stack_test]
async fn a_change_of_an_outdated_deployment_is_a_conflict(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = live_fridges(&admin, 2).await;
    let version = new_version(&stack).await;
    let id = create(&admin, &version, &fridges, &[50, 100]).await;
    let paused = admin.call(PAUSE, json!({ "id": id, "version": 1, "reason": "Two alerts" })).await;
    assert_eq!((&paused["state"], &paused["stateReason"]), (&json!("PAUSED"), &json!("Two alerts")));
    let outdated = admin.call_rejected(ROLL_BACK, json!({ "id": id, "version": 1 })).await;
    assert_eq!(outdated.kind, "Conflict");
    assert_eq!(outdated.info["current"]["version"], 2);
    let again = admin.call_rejected(PAUSE, json!({ "id": id, "version": 2 })).await;
    assert_eq!((again.kind.as_str(), again.message.as_str()), ("Conflict", "The deployment is already paused."));
    let continued = admin.call(CONTINUE, json!({ "id": id, "version": 2, "scope": "STARTED_STAGES" })).await;
    assert_eq!((&continued["state"], &continued["startedStages"]), (&json!("RUNNING"), &json!(1)));
    let missing = json!({ "id": Uuid::now_v7(), "version": 1 });
    assert_eq!(admin.call_rejected(ROLL_BACK, missing.clone()).await.kind, "NotFound");
    assert_eq!(admin.call(DETAIL, json!({ "id": missing["id"] })).await, Value::Null);
}

#[stack_test]
async fn rejects_a_user_without_permission(stack: Stack) {
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let fridges = live_fridges(&admin, 1).await;
    let version = new_version(&stack).await;
    let id = create(&admin, &version, &fridges, &[100]).await;
    let scope = "ALL_STAGES";
    for (call, arguments) in [
        (CREATE, request(&version, &fridges, &[100])),
        (CONTINUE, json!({ "id": id, "version": 1, "scope": scope })),
        (PAUSE, json!({ "id": id, "version": 1 })),
        (ROLL_BACK, json!({ "id": id, "version": 1 })),
    ] {
        let rejection = reader.call_rejected(call, arguments).await;
        assert_eq!(rejection.kind, "Forbidden");
        assert_eq!(rejection.message, "Error! User Action Prohibited!");
    }
    let unchanged = deployment(&reader, &id).await;
    assert_eq!((&unchanged["state"], &unchanged["version"]), (&json!("RUNNING"), &json!(1)));
}
