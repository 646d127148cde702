//! `putFridgeSoftwarePilot` and `getFridgeSoftwarePilots`.

use crate::calls::many_fridges;
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use testkit::{Person, Stack, wrong_fields};
use uuid::Uuid;

const PUT: &str = "mutation (
    $id: ID!, $fridgeIds: [ID!]!, $displayName: String!, $stage: Int!, $startDate: AWSDate!, $endDate: AWSDate!,
    $description: String!, $active: Boolean!, $version: Int
) { putFridgeSoftwarePilot(
    id: $id, fridgeIds: $fridgeIds, displayName: $displayName, stage: $stage, startDate: $startDate, endDate: $endDate,
    description: $description, active: $active, version: $version
) }";

fn pilot(fridges: &[String]) -> Value {
    json!({
        "id": format!("test-{}", Uuid::now_v7().simple()), "fridgeIds": fridges, "displayName": "Test", "stage": 1,
        "startDate": "2026-11-21", "endDate": "2026-12-05", "description": "Tries something", "active": true,
    })
}

fn with(pilot: &Value, field: &str, value: impl Into<Value>) -> Value {
    let mut pilot = pilot.clone();
    pilot[field] = value.into();
    pilot
}

/// The pilot as it is listed; null where it is not.
async fn listed(person: &Person<'_>, id: &Value, only_active: bool) -> Value {
    let query = "query ($onlyShowActive: Boolean) { getFridgeSoftwarePilots(onlyShowActive: $onlyShowActive) {
        items { id fridgeIds displayName startDate endDate stage description active version } nextToken
    } }";
    let page = person.ask(query, json!({ "onlyShowActive": only_active })).await;
    page["items"].as_array().unwrap().iter().find(|pilot| pilot["id"] == *id).cloned().unwrap_or_default()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_pilot_is_saved_whole_listed_while_it_is_active_and_the_same_again_changes_nothing() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 3).await;
    let pilot = pilot(&fridges);
    assert_eq!(admin.ask(PUT, pilot.clone()).await, true);
    assert_eq!(admin.ask(PUT, pilot.clone()).await, true);
    assert_eq!(listed(&admin, &pilot["id"], true).await, with(&pilot, "version", 1));

    let ended = with(&with(&pilot, "active", false), "version", 1);
    assert_eq!(admin.ask(PUT, ended.clone()).await, true);
    assert_eq!(listed(&admin, &pilot["id"], true).await, Value::Null);
    assert_eq!(listed(&admin, &pilot["id"], false).await, with(&ended, "version", 2));

    let asked = stack.aws().dynamodb().query().table_name(stack.aws().table("Audit"));
    let asked = asked
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", AttributeValue::S(format!("PILOT#{}", pilot["id"].as_str().unwrap())));
    let entries = asked.send().await.unwrap().items.unwrap();
    let events: Vec<_> = entries.iter().map(|entry| entry["event"].as_s().unwrap().as_str()).collect();
    assert_eq!(events, ["CREATED", "UPDATED"]);
    assert!(entries.iter().all(|entry| entry["user"].as_s().unwrap() == "admin@larder.example"));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_pilot_that_somebody_else_saved_meanwhile_is_a_conflict_that_shows_it() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let pilot = pilot(&many_fridges(&stack, &admin, 1).await);
    admin.ask(PUT, pilot.clone()).await;
    admin.ask(PUT, with(&with(&pilot, "stage", 2), "version", 1)).await;

    // Seen before the other edit; and by somebody who saw none.
    for seen in [json!(1), Value::Null] {
        let refusal = admin.refused(PUT, with(&with(&pilot, "stage", 3), "version", seen)).await;
        assert_eq!(refusal.kind, "Conflict");
        assert_eq!(refusal.info["current"]["stage"], 2);
    }
    assert_eq!(listed(&admin, &pilot["id"], true).await["stage"], 2);
    let gone = with(&with(&pilot, "id", "test-nobody-made-this"), "version", 4);
    assert_eq!(admin.refused(PUT, gone).await.kind, "Conflict");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn everything_wrong_is_named_and_nothing_is_saved() {
    let stack = Stack::load().await;
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let fridges = many_fridges(&stack, &admin, 1).await;
    let good = pilot(&fridges);
    let mut bad = with(&good, "fridgeIds", json!([fridges[0], "TEST_NOBODY_HAS_THIS"]));
    bad["endDate"] = json!("2026-11-20");
    bad["description"] = json!(" ");
    let refusal = admin.refused(PUT, bad).await;
    let wrong = |field: &str, message: &str| (field.to_owned(), message.to_owned());
    let unknown = "The following fridges IDs do not exist in the Locations table: TEST_NOBODY_HAS_THIS";
    let expected = [
        wrong("endDate", "End Date cannot be before Start Date"),
        wrong("description", "Description cannot be empty"),
        wrong("fridgeIds", unknown),
    ];
    assert_eq!(wrong_fields(&refusal.info), expected);
    assert_eq!(reader.refused(PUT, good.clone()).await.kind, "Forbidden");
    assert_eq!(listed(&reader, &good["id"], false).await, Value::Null);
}
