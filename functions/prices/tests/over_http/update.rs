//! `updateItemPrices` and `itemPriceHistory`.

use crate::prices::{UPDATE, confirmed, history, new_schema, prices_of, row, update};
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{NewLocation, Stack};

fn pair(item: &str, price: &str) -> (String, String) {
    (item.into(), price.into())
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn prices_are_stored_with_their_history_and_the_same_again_change_nothing() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let schema = new_schema();
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_row_that_is_wrong_refuses_all_and_is_named_with_what_is_wrong() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let schema = new_schema();
    let wrong = [row(&schema, "salad", "1.999"), row(&schema, "SOUP", "4"), row(&schema, "SOUP", "5")];
    let mut input = vec![row(&schema, "WATER", "2.50")];
    input.extend(wrong.clone());
    let answer = person.ask(UPDATE, json!({ "input": input })).await;
    assert_eq!(answer["message"], "Nothing was updated: 3 of 4 item prices are not valid.");
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
    assert_eq!(answer["rowErrors"], Value::from(wrong.iter().zip(errors).map(with).collect::<Vec<_>>()));
    assert_eq!(answer["errors"].as_array().map(Vec::len), Some(4));
    assert!(prices_of(&person, &schema).await.is_empty());
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn one_call_takes_1_to_100_prices() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let schema = new_schema();
    let rows: Vec<Value> = (0..101).map(|number| row(&schema, &format!("ITEM_{number:03}"), "1")).collect();
    for input in [&rows[..], &[]] {
        let refusal = person.refused(UPDATE, json!({ "input": input })).await;
        assert_eq!(refusal.message, "One call updates 1 to 100 item prices");
    }
    assert_eq!(update(&person, &rows[..100]).await, "Successfully updated 100 item prices.");
    assert_eq!(prices_of(&person, &schema).await.len(), 100);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn two_who_change_the_same_price_at_once_are_one_after_the_other() {
    let stack = Stack::load().await;
    let (admin, other) = (stack.person("admin").await, stack.person("operations").await);
    let schema = new_schema();
    for round in 0..5 {
        let (ours, theirs) = ([row(&schema, "WATER", &format!("1.0{round}"))], [row(&schema, "WATER", "2.00")]);
        let (ours, theirs) = (confirmed(&ours), confirmed(&theirs));
        drop(tokio::join!(admin.graphql(UPDATE, ours), other.graphql(UPDATE, theirs)));
    }
    // Each entry begins where the one before it ended, and the last is what is stored.
    let changes = history(&admin, &schema, "WATER").await;
    assert!(changes.windows(2).all(|pair| pair[0]["from"] == pair[1]["to"]), "{changes:?}");
    assert_eq!(changes.last().map(|first| &first["from"]), Some(&Value::Null));
    assert_eq!(prices_of(&admin, &schema).await, [pair("WATER", changes[0]["to"].as_str().unwrap())]);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_call_that_was_cut_off_is_made_again_and_each_price_is_changed_once() {
    let stack = Stack::load().await;
    let person = stack.person("admin").await;
    for milliseconds in (0..40).step_by(8) {
        let schema = new_schema();
        let rows: Vec<Value> = (0..20).map(|number| row(&schema, &format!("ITEM_{number}"), "1.25")).collect();
        let call = person.graphql(UPDATE, confirmed(&rows));
        drop(tokio::time::timeout(Duration::from_millis(milliseconds), call).await);
        update(&person, &rows).await;
        assert_eq!(prices_of(&person, &schema).await.len(), 20);
        assert_eq!(history(&person, &schema, "ITEM_7").await.len(), 1);
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn updating_needs_update_item_prices() {
    let stack = Stack::load().await;
    let input = json!({ "input": [row("S", "WATER", "1")] });
    for profile in ["read-only", "no-permissions", "customer-service"] {
        let refusal = stack.person(profile).await.refused(UPDATE, input.clone()).await;
        assert_eq!((refusal.kind.as_str(), refusal.message.as_str()), ("Forbidden", "Error! User Action Prohibited!"));
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_new_schema_is_created_only_when_it_is_confirmed() {
    let stack = Stack::load().await;
    let person = stack.person("operations").await;
    let (schema, other) = (new_schema(), new_schema());
    let rows = [row(&schema, "WATER", "2.50"), row(&other, "WATER", "2.50")];
    let refused = person.refused(UPDATE, json!({ "input": rows, "newSchemas": [other] })).await;
    assert_eq!(refused.kind, "Invalid");
    let expected = json!([{
        "field": "newSchemas",
        "message": format!("There is no price schema {schema} yet. Check its spelling, or confirm that it is new."),
    }]);
    assert_eq!(refused.info["errors"], expected);
    assert!(prices_of(&person, &other).await.is_empty());

    let written = person.ask(UPDATE, confirmed(&rows)).await;
    assert_eq!(
        written["rows"],
        json!([{ "outcome": "WRITTEN", "errors": [] }, { "outcome": "WRITTEN", "errors": [] }])
    );
    // It is known from then on.
    let again = person.ask(UPDATE, json!({ "input": [row(&schema, "WATER", "2.5"), row(&schema, "SOUP", "4")] })).await;
    assert_eq!(
        again["rows"],
        json!([{ "outcome": "UNCHANGED", "errors": [] }, { "outcome": "WRITTEN", "errors": [] }])
    );
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_schema_is_removed_with_its_prices_unless_a_location_uses_it() {
    let stack = Stack::load().await;
    let (person, admin) = (stack.person("operations").await, stack.person("admin").await);
    let remove = "mutation ($schemaId: ID!) { removeItemPriceSchema(schemaId: $schemaId) }";
    let schema = new_schema();
    let rows: Vec<Value> = (0..60).map(|number| row(&schema, &format!("ITEM_{number:02}"), "1")).collect();
    update(&person, &rows).await;
    let input = json!({ "schemaId": schema });
    assert_eq!(stack.person("read-only").await.refused(remove, input.clone()).await.kind, "Forbidden");

    let location = NewLocation::default().create(&admin).await;
    let edit = json!({ "id": location, "priceMapTemplate": schema });
    admin.patch(&format!("/locations/{location}"), edit).await.expect(200);
    let used = person.refused(remove, input.clone()).await;
    assert_eq!(
        (used.kind, used.message),
        (
            "Conflict".into(),
            format!("{schema} is the price map template of {location}. Give these locations another one first.")
        )
    );
    assert_eq!(prices_of(&person, &schema).await.len(), 60);

    let edit = json!({ "id": location, "priceMapTemplate": "PMT_STANDARD" });
    admin.patch(&format!("/locations/{location}"), edit).await.expect(200);
    assert_eq!(person.ask(remove, input.clone()).await, 60);
    assert!(prices_of(&person, &schema).await.is_empty());
    assert_eq!(history(&person, &schema, "ITEM_07").await[0]["event"], "REMOVED");
    assert_eq!(person.refused(remove, input).await.kind, "NotFound");
    assert_eq!(person.refused(remove, json!({ "schemaId": "PMT_STANDARD" })).await.kind, "Conflict");
}
