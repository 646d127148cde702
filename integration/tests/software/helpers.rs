//! Helpers of the software tests: GraphQL calls, and the fridges and versions that tests create.

use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use futures::{StreamExt, stream};
use integration::{NewLocation, Person, Stack};
use serde_json::{Value, json};
use shared::table::text;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

pub(crate) const DEPLOY: &str = "mutation ($artifactType: ArtifactType!, $version: String!, $fridges: [ID!]!) {
    updateFridgeArtifacts(artifactType: $artifactType, version: $version, fridges: $fridges) {
        updated { sk pk artifactType objectKey } failed { fridge message }
    }
}";

pub(crate) const ROLL_BACK: &str = "mutation ($artifactType: ArtifactType!, $version: String!, $fridges: [ID!]!) {
    rollBackFridgeArtifacts(artifactType: $artifactType, version: $version, fridges: $fridges) {
        updated { sk pk artifactType objectKey } failed { fridge message }
    }
}";

const ARTIFACTS: &str = "query ($nextToken: String) { getFridgeArtifacts(nextToken: $nextToken) {
    items { artifactType versions { versionName fridgesDeployedTo } } nextToken
} }";

const HISTORY: &str = "query ($id: ID!, $nextToken: String) { fridgeSoftwareHistory(id: $id, nextToken: $nextToken) {
    items { id at user event artifactType from to } nextToken
} }";

/// The artifact that tests deploy.
pub(crate) const AGENT: &str = "FRIDGE_AGENT";

/// Stores a unique version in the artifacts bucket and returns it. It is older than the seeded versions, which stay the
/// newest.
pub(crate) async fn new_version(stack: &Stack) -> String {
    let version = format!("0.{}", Uuid::now_v7().as_u128() % 1_000_000_000_000);
    let key = object_key(&version);
    let put = stack.aws().s3().put_object().bucket(stack.aws().bucket("artifacts")).key(&key);
    put.body(b"a version".to_vec().into()).send().await.unwrap();
    version
}

pub(crate) fn object_key(version: &str) -> String {
    format!("{AGENT}/{version}/fridge-agent.tar.gz")
}

/// Sends a deployment or rollback, which must succeed, and returns the result.
pub(crate) async fn change(person: &Person<'_>, call: &str, version: &str, fridges: &[String]) -> Value {
    let arguments = json!({ "artifactType": AGENT, "version": version, "fridges": fridges });
    person.call(call, arguments).await
}

/// The updated fridges.
pub(crate) fn updated(result: &Value) -> Vec<String> {
    let ids = result["updated"].as_array().unwrap().iter();
    ids.map(|update| update["pk"].as_str().unwrap().to_owned()).collect()
}

/// The failed fridges with their reasons.
pub(crate) fn failed(result: &Value) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let failures = result["failed"].as_array().unwrap().iter();
    failures.map(|failure| (text(&failure["fridge"]), text(&failure["message"]))).collect()
}

/// The deployed agent version of each fridge that has one, from all pages.
pub(crate) async fn agents(person: &Person<'_>) -> HashMap<String, String> {
    let (mut agents, mut next) = (HashMap::new(), Value::Null);
    loop {
        let page = person.call(ARTIFACTS, json!({ "nextToken": next })).await;
        for artifact in page["items"].as_array().unwrap().iter().filter(|item| item["artifactType"] == AGENT) {
            for version in artifact["versions"].as_array().unwrap() {
                let name = version["versionName"].as_str().unwrap();
                let fridges = version["fridgesDeployedTo"].as_array().unwrap().iter();
                agents.extend(fridges.map(|id| (id.as_str().unwrap().to_owned(), name.to_owned())));
            }
        }
        next = page["nextToken"].clone();
        if next.is_null() {
            return agents;
        }
    }
}

/// The deployments to a fridge, newest first.
pub(crate) async fn history(person: &Person<'_>, id: &str) -> Vec<Value> {
    let page = person.call(HISTORY, json!({ "id": id })).await;
    page["items"].as_array().unwrap().clone()
}

/// Creates many fridges: one through the API, and copies of it directly in the table.
pub(crate) async fn many_fridges(stack: &Stack, person: &Person<'_>, count: usize) -> Vec<String> {
    let first = NewLocation::default().create(person).await;
    let (dynamodb, table) = (stack.aws().dynamodb(), stack.aws().table("Locations"));
    let request = dynamodb.get_item().table_name(table).key("id", text(first.as_str()));
    let item = request.send().await.unwrap().item.unwrap();
    let prefix = format!("TEST_{}", Uuid::now_v7().simple());
    let ids: Vec<String> = (0..count).map(|number| format!("{prefix}_{number:04}")).collect();
    let put = |id: &String| {
        let mut copy = item.clone();
        copy.insert("id".into(), text(id.as_str()));
        // Retired, also in the index, so that few lists contain them.
        copy.insert("status".into(), text("DEAD"));
        copy.insert("fleetSort".into(), text(format!("DEAD#{id}")));
        WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(copy)).build().unwrap()).build()
    };
    stream::iter(ids.chunks(25))
        .for_each_concurrent(8, |chunk| {
            let batch = dynamodb.batch_write_item().request_items(table, chunk.iter().map(put).collect());
            async move { assert!(batch.send().await.unwrap().unprocessed_items.is_none_or(|left| left.is_empty())) }
        })
        .await;
    ids
}
