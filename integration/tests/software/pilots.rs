//! `putFridgeSoftwarePilot` and `getFridgeSoftwarePilots`.

use crate::helpers::many_fridges;
use integration::{Person, Stack, field_errors, stack_test};
use serde_json::{Value, json};
use shared::table::text;
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

/// The pilot in the list; null if it is not listed.
async fn listed(person: &Person<'_>, id: &Value, only_active: bool) -> Value {
    let query = "query ($onlyShowActive: Boolean) { getFridgeSoftwarePilots(onlyShowActive: $onlyShowActive) {
        items { id fridgeIds displayName startDate endDate stage description active version } nextToken
    } }";
    let page = person.call(query, json!({ "onlyShowActive": only_active })).await;
    page["items"].as_array().unwrap().iter().find(|pilot| pilot["id"] == *id).cloned().unwrap_or_default()
}

#[stack_test]
async fn saves_and_lists_a_pilot_and_ignores_a_repeated_save(stack: Stack) {
    let admin = stack.person("admin").await;
    let fridges = many_fridges(&stack, &admin, 3).await;
    let pilot = pilot(&fridges);
    assert_eq!(admin.call(PUT, pilot.clone()).await, true);
    assert_eq!(admin.call(PUT, pilot.clone()).await, true);
    assert_eq!(listed(&admin, &pilot["id"], true).await, with(&pilot, "version", 1));

    let ended = with(&with(&pilot, "active", false), "version", 1);
    assert_eq!(admin.call(PUT, ended.clone()).await, true);
    assert_eq!(listed(&admin, &pilot["id"], true).await, Value::Null);
    assert_eq!(listed(&admin, &pilot["id"], false).await, with(&ended, "version", 2));

    let request = stack.aws().dynamodb().query().table_name(stack.aws().table("Audit"));
    let request = request
        .key_condition_expression("subject = :subject")
        .expression_attribute_values(":subject", text(format!("PILOT#{}", pilot["id"].as_str().unwrap())));
    let entries = request.send().await.unwrap().items.unwrap();
    let events: Vec<_> = entries.iter().map(|entry| entry["event"].as_s().unwrap().as_str()).collect();
    assert_eq!(events, ["CREATED", "UPDATED"]);
    assert!(entries.iter().all(|entry| entry["user"].as_s().unwrap() == "admin@larder.example"));
}

#[stack_test]
async fn a_concurrent_save_is_a_conflict_with_the_current_pilot(stack: Stack) {
    let admin = stack.person("admin").await;
    let pilot = pilot(&many_fridges(&stack, &admin, 1).await);
    admin.call(PUT, pilot.clone()).await;
    admin.call(PUT, with(&with(&pilot, "stage", 2), "version", 1)).await;

    // An outdated version, and no version.
    for version in [json!(1), Value::Null] {
        let rejection = admin.call_rejected(PUT, with(&with(&pilot, "stage", 3), "version", version)).await;
        assert_eq!(rejection.kind, "Conflict");
        assert_eq!(rejection.info["current"]["stage"], 2);
    }
    assert_eq!(listed(&admin, &pilot["id"], true).await["stage"], 2);
    let gone = with(&with(&pilot, "id", "test-unknown"), "version", 4);
    assert_eq!(admin.call_rejected(PUT, gone).await.kind, "Conflict");
}

#[stack_test]
async fn reports_all_invalid_fields_and_saves_nothing(stack: Stack) {
    let (admin, reader) = (stack.person("admin").await, stack.person("read-only").await);
    let fridges = many_fridges(&stack, &admin, 1).await;
    let good = pilot(&fridges);
    let mut bad = with(&good, "fridgeIds", json!([fridges[0], "TEST_UNKNOWN"]));
    bad["endDate"] = json!("2026-11-20");
    bad["description"] = json!(" ");
    let rejection = admin.call_rejected(PUT, bad).await;
    let field_error = |field: &str, message: &str| (field.to_owned(), message.to_owned());
    let unknown = "The following fridges IDs do not exist in the Locations table: TEST_UNKNOWN";
    let expected = [
        field_error("endDate", "End Date cannot be before Start Date"),
        field_error("description", "Description cannot be empty"),
        field_error("fridgeIds", unknown),
    ];
    assert_eq!(field_errors(&rejection.info), expected);
    assert_eq!(reader.call_rejected(PUT, good.clone()).await.kind, "Forbidden");
    assert_eq!(listed(&reader, &good["id"], false).await, Value::Null);
}
