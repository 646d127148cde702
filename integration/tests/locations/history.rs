//! Tests of `locationHistory`.

use integration::{NewLocation, Stack, field_errors, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn lists_changes_with_user_values_and_reason_newest_first(stack: Stack) {
    let (admin, operations) = (stack.person("admin").await, stack.person("operations").await);
    let id = NewLocation::default().create(&admin).await;
    let allocate = json!({ "version": 1, "prod": 1, "updateReason": { "prod": "First Stocking" } });
    operations.edit(&id, allocate).await;
    admin.edit(&id, json!({ "version": 2, "route": "chi-04", "percentage": "7.5" })).await;

    let history = admin.history(&id).await;
    let entries: Vec<Value> = history
        .iter()
        .map(|entry| json!([entry["event"], entry["user"], entry["changes"], entry["reason"]]))
        .take(2)
        .collect();
    let change = |attribute: &str, from: &str, to: &str| {
        let text = |value: &str| if value.is_empty() { Value::Null } else { value.into() };
        json!({ "attribute": attribute, "from": text(from), "to": text(to) })
    };
    let expected = [
        json!([
            "UPDATED",
            stack.user("admin").email,
            [change("percentage", "\"0\"", "\"7.5\""), change("route", "", "\"chi-04\"")],
            null
        ]),
        json!(["UPDATED", stack.user("operations").email, [change("prod", "0", "1")], "First Stocking"]),
    ];
    assert_eq!(entries, expected);
    assert_eq!(history.len(), 3);
    assert_eq!(history[2]["event"], json!("CREATED"));
    let created = history[2]["changes"].as_array().unwrap();
    assert!(created.contains(&change("prettyName", "", "\"Willis Tower\"")), "{created:?}");
    assert!(history.is_sorted_by(|newer, older| newer["at"].as_str() >= older["at"].as_str()));
}

#[stack_test]
async fn splits_a_long_history_into_pages(stack: Stack) {
    let admin = stack.person("admin").await;
    let id = NewLocation::default().create(&admin).await;
    for stop in 1..=60 {
        admin.edit(&id, json!({ "stop": stop })).await;
    }
    let first = admin.history_page(&id, &Value::Null).await;
    assert_eq!(first["items"].as_array().map(Vec::len), Some(50));
    let second = admin.history_page(&id, &first["nextToken"]).await;
    assert_eq!(second["items"].as_array().map(Vec::len), Some(11));
    assert_eq!(second["nextToken"], Value::Null);
    let stops: Vec<Value> = admin.events(&id, "UPDATED").await.iter().map(|e| e["changes"][0]["to"].clone()).collect();
    let expected: Vec<Value> = (1..=60).rev().map(|stop: u32| stop.to_string().into()).collect();
    assert_eq!(stops, expected);
}

#[stack_test]
async fn returns_an_empty_history_for_an_unknown_location_and_rejects_an_invalid_token(stack: Stack) {
    let admin = stack.person("admin").await;
    assert_eq!(admin.history("TEST_UNKNOWN_ID").await, [Value::Null; 0]);
    let query = "{ locationHistory(id: \"A\", nextToken: \"!\") { nextToken } }";
    let rejection = admin.call_rejected(query, json!({})).await;
    assert_eq!(rejection.kind.as_str(), "Invalid");
    assert_eq!(field_errors(&rejection.info)[0].0.as_str(), "nextToken");
}
