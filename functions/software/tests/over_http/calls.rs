//! What the tests call, and the fridges and versions that they make for themselves.

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use futures::{StreamExt, stream};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use testkit::{NewLocation, Person, Stack};
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

/// The software that tests deploy.
pub(crate) const AGENT: &str = "FRIDGE_AGENT";

/// Puts a version into the artifacts bucket that no other test has; older than the seeded ones, which stay the newest.
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

/// A deployment, or a roll back, which must be answered.
pub(crate) async fn change(person: &Person<'_>, call: &str, version: &str, fridges: &[String]) -> Value {
    let arguments = json!({ "artifactType": AGENT, "version": version, "fridges": fridges });
    person.ask(call, arguments).await
}

/// The fridges that were updated.
pub(crate) fn updated(answer: &Value) -> Vec<String> {
    let ids = answer["updated"].as_array().unwrap().iter();
    ids.map(|update| update["pk"].as_str().unwrap().to_owned()).collect()
}

/// The fridges that failed, each with its reason.
pub(crate) fn failed(answer: &Value) -> BTreeMap<String, String> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let failures = answer["failed"].as_array().unwrap().iter();
    failures.map(|failure| (text(&failure["fridge"]), text(&failure["message"]))).collect()
}

/// The version of the agent of each fridge that has one, over all pages.
pub(crate) async fn agents(person: &Person<'_>) -> HashMap<String, String> {
    let (mut agents, mut next) = (HashMap::new(), Value::Null);
    loop {
        let page = person.ask(ARTIFACTS, json!({ "nextToken": next })).await;
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

/// What was deployed to a fridge, newest first.
pub(crate) async fn history(person: &Person<'_>, id: &str) -> Vec<Value> {
    let page = person.ask(HISTORY, json!({ "id": id })).await;
    page["items"].as_array().unwrap().clone()
}

/// Many fridges, written past the interface: copies of one that was made by it.
pub(crate) async fn many_fridges(stack: &Stack, person: &Person<'_>, count: usize) -> Vec<String> {
    let first = NewLocation::default().create(person).await;
    let (dynamodb, table) = (stack.aws().dynamodb(), stack.aws().table("Locations"));
    let asked = dynamodb.get_item().table_name(table).key("id", AttributeValue::S(first.clone()));
    let item = asked.send().await.unwrap().item.unwrap();
    let prefix = format!("TEST_{}", Uuid::now_v7().simple());
    let ids: Vec<String> = (0..count).map(|number| format!("{prefix}_{number:04}")).collect();
    let put = |id: &String| {
        let mut copy = item.clone();
        copy.insert("id".into(), AttributeValue::S(id.clone()));
        // Retired, and in the index under that status, where few lists come.
        copy.insert("status".into(), AttributeValue::S("DEAD".into()));
        copy.insert("fleetSort".into(), AttributeValue::S(format!("DEAD#{id}")));
        WriteRequest::builder().put_request(PutRequest::builder().set_item(Some(copy)).build().unwrap()).build()
    };
    stream::iter(ids.chunks(25))
        .for_each_concurrent(8, |some| {
            let batch = dynamodb.batch_write_item().request_items(table, some.iter().map(put).collect());
            async move { assert!(batch.send().await.unwrap().unprocessed_items.is_none_or(|left| left.is_empty())) }
        })
        .await;
    ids
}
