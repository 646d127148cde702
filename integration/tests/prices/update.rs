//! `updateItemPrices` and `itemPriceHistory`.

use crate::helpers::{UPDATE, history, prices_of, row, unique_schema, update, with_confirmed_schemas};
use integration::{NewLocation, Stack, stack_test};
use serde_json::{Value, json};
use std::time::Duration;

fn pair(item: &str, price: &str) -> (String, String) {
    (item.into(), price.into())
}

#[stack_test]
async fn stores_and_audits_prices_and_skips_unchanged_ones(stack: Stack) {
    let person = stack.person("operations").await;
    let schema = unique_schema();
    let rows = [row(&schema, "WATER", "2.5"), row(&schema, "SALAD", "9.49")];
    assert_eq!(update(&person, &rows).await, "Successfully updated 2 item prices.");
    assert_eq!(prices_of(&person, &schema).await, [pair("SALAD", "9.49"), pair("WATER", "2.50")]);
    assert_eq!(update(&person, &rows).await, "Successfully updated 2 item prices.");
    assert_eq!(update(&person, &[row(&schema, "WATER", " 3 ")]).await, "Successfully updated 1 item prices.");
    assert_eq!(prices_of(&person, &schema).await, [pair("SALAD", "9.49"), pair("WATER", "3.00")]);

    let user = "operations@larder.example";
    let expected = [
        json!({ "user": user, "event": "UPDATED", "from": "2.50", "to": "3.00" }),
        json!({ "user": user, "event": "CREATED", "from": null, "to": "2.50" }),
    ];
    assert_eq!(history(&person, &schema, "WATER").await, expected);
    assert_eq!(history(&person, &schema, "SALAD").await.len(), 1);
}

#[stack_test]
async fn one_invalid_row_rejects_all_rows_and_is_listed_with_its_errors(stack: Stack) {
    let person = stack.person("operations").await;
    let schema = unique_schema();
    let invalid = [row(&schema, "salad", "1.999"), row(&schema, "SOUP", "4"), row(&schema, "SOUP", "5")];
    let mut input = vec![row(&schema, "WATER", "2.50")];
    input.extend(invalid.clone());
    let response = person.call(UPDATE, json!({ "input": input })).await;
    assert_eq!(response["message"], "Nothing was updated: 3 of 4 item prices are not valid.");
    let errors = [
        json!(["item can only contain uppercase letters, digits and underscores", "price can have at most 2 decimals"]),
        json!(["Duplicate schemaId + item combination (also found in line(s) 4)"]),
        json!(["Duplicate schemaId + item combination (also found in line(s) 3)"]),
    ];
    let with = |(row, errors): (&Value, Value)| {
        let mut row = row.clone();
        row["errors"] = errors;
        row
    };
    assert_eq!(response["rowErrors"], Value::from(invalid.iter().zip(errors).map(with).collect::<Vec<_>>()));
    assert_eq!(response["errors"].as_array().map(Vec::len), Some(4));
    assert!(prices_of(&person, &schema).await.is_empty());
}

#[stack_test]
async fn rejects_calls_with_0_or_101_prices(stack: Stack) {
    let person = stack.person("operations").await;
    let schema = unique_schema();
    let rows: Vec<Value> = (0..101).map(|number| row(&schema, &format!("ITEM_{number:03}"), "1")).collect();
    for input in [&rows[..], &[]] {
        let rejection = person.call_rejected(UPDATE, json!({ "input": input })).await;
        assert_eq!(rejection.message, "Update 1 to 100 item prices at a time");
    }
    assert_eq!(update(&person, &rows[..100]).await, "Successfully updated 100 item prices.");
    assert_eq!(prices_of(&person, &schema).await.len(), 100);
}

#[stack_test]
async fn concurrent_changes_of_a_price_are_serialized(stack: Stack) {
    let (admin, other) = (stack.person("admin").await, stack.person("operations").await);
    let schema = unique_schema();
    for round in 0..5 {
        let (ours, theirs) = ([row(&schema, "WATER", &format!("1.0{round}"))], [row(&schema, "WATER", "2.00")]);
        let (ours, theirs) = (with_confirmed_schemas(&ours), with_confirmed_schemas(&theirs));
        drop(tokio::join!(admin.graphql(UPDATE, ours), other.graphql(UPDATE, theirs)));
    }
    // Each audit entry starts from the previous price, and the last one has the stored price.
    let changes = history(&admin, &schema, "WATER").await;
    assert!(changes.windows(2).all(|pair| pair[0]["from"] == pair[1]["to"]), "{changes:?}");
    assert_eq!(changes.last().map(|first| &first["from"]), Some(&Value::Null));
    assert_eq!(prices_of(&admin, &schema).await, [pair("WATER", changes[0]["to"].as_str().unwrap())]);
}

#[stack_test]
async fn repeating_an_interrupted_call_changes_each_price_once(stack: Stack) {
    let person = stack.person("admin").await;
    for milliseconds in (0..40).step_by(8) {
        let schema = unique_schema();
        let rows: Vec<Value> = (0..20).map(|number| row(&schema, &format!("ITEM_{number}"), "1.25")).collect();
        let call = person.graphql(UPDATE, with_confirmed_schemas(&rows));
        drop(tokio::time::timeout(Duration::from_millis(milliseconds), call).await);
        update(&person, &rows).await;
        assert_eq!(prices_of(&person, &schema).await.len(), 20);
        assert_eq!(history(&person, &schema, "ITEM_7").await.len(), 1);
    }
}

#[stack_test]
async fn rejects_updates_without_update_item_prices(stack: Stack) {
    let input = json!({ "input": [row("S", "WATER", "1")] });
    for profile in ["read-only", "no-permissions", "customer-service"] {
        let rejection = stack.person(profile).await.call_rejected(UPDATE, input.clone()).await;
        assert_eq!(rejection.kind.as_str(), "Forbidden");
        assert_eq!(rejection.message.as_str(), "Error! User Action Prohibited!");
    }
}

#[stack_test]
async fn creates_a_new_schema_only_if_the_caller_confirms_it(stack: Stack) {
    let person = stack.person("operations").await;
    let (schema, other) = (unique_schema(), unique_schema());
    let rows = [row(&schema, "WATER", "2.50"), row(&other, "WATER", "2.50")];
    let rejection = person.call_rejected(UPDATE, json!({ "input": rows, "newSchemas": [other] })).await;
    assert_eq!(rejection.kind, "Invalid");
    let expected = json!([{
        "field": "newSchemas",
        "message": format!("There is no price schema {schema} yet. Check its spelling, or confirm that it is new."),
    }]);
    assert_eq!(rejection.info["errors"], expected);
    assert!(prices_of(&person, &other).await.is_empty());

    let written = person.call(UPDATE, with_confirmed_schemas(&rows)).await;
    assert_eq!(
        written["rows"],
        json!([{ "outcome": "WRITTEN", "errors": [] }, { "outcome": "WRITTEN", "errors": [] }])
    );
    // The schema is known from now on.
    let second =
        person.call(UPDATE, json!({ "input": [row(&schema, "WATER", "2.5"), row(&schema, "SOUP", "4")] })).await;
    assert_eq!(
        second["rows"],
        json!([{ "outcome": "UNCHANGED", "errors": [] }, { "outcome": "WRITTEN", "errors": [] }])
    );
}

#[stack_test]
async fn removes_a_schema_with_its_prices_unless_a_location_uses_it(stack: Stack) {
    let (person, admin) = (stack.person("operations").await, stack.person("admin").await);
    let remove = "mutation ($schemaId: ID!) { removeItemPriceSchema(schemaId: $schemaId) }";
    let schema = unique_schema();
    let rows: Vec<Value> = (0..60).map(|number| row(&schema, &format!("ITEM_{number:02}"), "1")).collect();
    update(&person, &rows).await;
    let input = json!({ "schemaId": schema });
    assert_eq!(stack.person("read-only").await.call_rejected(remove, input.clone()).await.kind, "Forbidden");

    let location = NewLocation::default().create(&admin).await;
    let edit = json!({ "id": location, "priceMapTemplate": schema });
    admin.patch(&format!("/locations/{location}"), edit).await.expect(200);
    let used = person.call_rejected(remove, input.clone()).await;
    assert_eq!(used.kind, "Conflict");
    assert_eq!(
        used.message,
        format!("{schema} is the price map template of {location}. Assign another template to these locations first.")
    );
    assert_eq!(prices_of(&person, &schema).await.len(), 60);

    let edit = json!({ "id": location, "priceMapTemplate": "PMT_STANDARD" });
    admin.patch(&format!("/locations/{location}"), edit).await.expect(200);
    assert_eq!(person.call(remove, input.clone()).await, 60);
    assert!(prices_of(&person, &schema).await.is_empty());
    assert_eq!(history(&person, &schema, "ITEM_07").await[0]["event"], "REMOVED");
    assert_eq!(person.call_rejected(remove, input).await.kind, "NotFound");
    assert_eq!(person.call_rejected(remove, json!({ "schemaId": "PMT_STANDARD" })).await.kind, "Conflict");
}
