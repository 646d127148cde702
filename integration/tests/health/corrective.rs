//! `recordCorrectiveAction` and `correctiveActions`.

use crate::helpers::{fridge, report, send};
use integration::{Person, Rejection, Stack, field_errors, in_seconds, stack_test, wait_until};
use serde_json::{Value, json};
use uuid::Uuid;

const RECORD: &str = "mutation ($input: CorrectiveActionInput!) {
    recordCorrectiveAction(input: $input) { id location excursionStart action note at user }
}";
const LIST: &str = "query ($id: ID!, $from: AWSDateTime!, $to: AWSDateTime!) {
    correctiveActions(location: $id, from: $from, to: $to) { items { id action note user } nextToken }
}";
const READINGS: &str = "query ($id: ID!, $from: AWSDateTime!, $to: AWSDateTime!) {
    temperatureReadings(location: $id, from: $from, to: $to) { items { timestamp } }
}";
const DAY: i64 = 24 * 60 * 60;

/// Creates a fridge that was too warm an hour ago. Returns its id and the time of the reading.
async fn warm_fridge(stack: &Stack, person: &Person<'_>) -> (String, Value) {
    let id = fridge(person).await;
    send(stack, &[report(&id, 60, json!({ "temperature": 44.0 }))]).await;
    let period = json!({ "id": id, "from": in_seconds(-DAY), "to": in_seconds(0) });
    let start = wait_until("the temperature", async || {
        let readings = person.call(READINGS, period.clone()).await;
        readings["items"].as_array().and_then(|items| items.first().map(|reading| reading["timestamp"].clone()))
    })
    .await;
    (id, start)
}

async fn record(person: &Person<'_>, input: &Value) -> Result<Value, Rejection> {
    Ok(person.graphql(RECORD, json!({ "input": input })).await?["recordCorrectiveAction"].take())
}

#[stack_test]
async fn records_an_action_once_with_user_and_time(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, start) = warm_fridge(&stack, &admin).await;
    let token = Uuid::now_v7();
    let input = json!({
        "location": id, "excursionStart": start, "action": "DISCARDED_PRODUCTS", "note": " 12 salads ",
        "clientToken": token,
    });
    let recorded = record(&admin, &input).await.unwrap();
    assert_eq!((&recorded["note"], &recorded["user"]), (&json!("12 salads"), &json!(stack.user("admin").email)));
    // A retry after a lost response.
    assert_eq!(record(&admin, &input).await.unwrap(), recorded);
    let mut other = input.clone();
    other["action"] = json!("MOVED_PRODUCTS");
    assert_eq!(record(&admin, &other).await.unwrap_err().kind, "Conflict");

    let period = json!({ "id": id, "from": in_seconds(-DAY), "to": in_seconds(0) });
    let listed = stack.person("no-permissions").await.call(LIST, period).await;
    let email = &stack.user("admin").email;
    let expected = json!([{ "id": token, "action": "DISCARDED_PRODUCTS", "note": "12 salads", "user": email }]);
    assert_eq!(listed["items"], expected);
}

#[stack_test]
async fn rejects_an_action_without_a_note_or_without_an_excursion(stack: Stack) {
    let admin = stack.person("admin").await;
    let (id, start) = warm_fridge(&stack, &admin).await;
    let input = |start: &Value, action: &str| json!({ "location": id, "excursionStart": start, "action": action, "clientToken": Uuid::now_v7() });
    let rejection = record(&admin, &input(&start, "OTHER")).await.unwrap_err();
    assert_eq!(field_errors(&rejection.info)[0].0, "input.note");
    let later = json!(in_seconds(-60));
    let rejection = record(&admin, &input(&later, "DISCARDED_PRODUCTS")).await.unwrap_err();
    assert_eq!(field_errors(&rejection.info)[0].0, "input.excursionStart");
}

#[stack_test]
async fn rejects_a_caller_without_the_permission(stack: Stack) {
    let start = in_seconds(0);
    let input = json!({ "location": "ANY", "excursionStart": start, "action": "OTHER", "clientToken": Uuid::now_v7() });
    let rejection = record(&stack.person("read-only").await, &input).await.unwrap_err();
    assert_eq!(rejection.kind, "Forbidden");
}
