//! `itemPrices` and `itemPriceSchemaIds`.

use crate::prices::{PRICES, new_schema, pages, row, update};
use serde_json::{Value, json};
use testkit::Stack;

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn prices_of_the_schemas_asked_for_come_by_schema_and_item_and_what_is_not_there_says_so() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let (first, second, nowhere) = (new_schema(), new_schema(), new_schema());
    let rows = [row(&second, "A", "1"), row(&first, "B", "2"), row(&first, "A", "3"), row(&second, "C", "0")];
    update(&admin, &rows).await;
    let reader = stack.person("read-only").await;
    let listed = pages(&reader, Some(&[&second, &nowhere, &first])).await.concat();
    let there = |schema: &str, item: &str, price: &str| json!({ "schemaId": schema, "item": item, "price": price, "exists": true });
    let expected = [
        there(&first, "A", "3.00"),
        there(&first, "B", "2.00"),
        there(&second, "A", "1.00"),
        there(&second, "C", "0.00"),
        json!({ "schemaId": nowhere, "item": null, "price": null, "exists": false }),
    ];
    assert_eq!(listed, expected);
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn a_new_schema_is_offered_to_locations_and_all_prices_come_page_by_page() {
    let stack = Stack::load().await;
    let admin = stack.person("admin").await;
    let schema = new_schema();
    update(&admin, &[row(&schema, "WATER", "1")]).await;
    let ids = admin.ask("{ itemPriceSchemaIds }", json!({})).await;
    let templates = admin.ask("{ getPriceMapTemplates }", json!({})).await;
    for names in [ids, templates] {
        assert!(names.as_array().unwrap().contains(&json!(schema)));
    }
    let all = pages(&admin, None).await.concat();
    assert!(all.iter().all(|price| price["exists"] == true));
    assert_eq!(all.iter().filter(|price| price["schemaId"] == schema).count(), 1);
    let keys: Vec<_> =
        all.iter().map(|price| (price["schemaId"].as_str().unwrap(), price["item"].as_str().unwrap())).collect();
    assert!(keys.is_sorted_by(|one, other| one < other), "in order, and none twice");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn schemas_and_tokens_that_are_none_are_refused() {
    let stack = Stack::load().await;
    let person = stack.person("read-only").await;
    let many: Vec<String> = (0..101).map(|number| format!("S{number}")).collect();
    for schemas in [json!([]), json!([""]), json!(many)] {
        let refusal = person.refused(PRICES, json!({ "schemaIds": schemas })).await;
        assert_eq!(refusal.kind, "Invalid");
    }
    for token in ["", "walk", "e30", "WyIiLG51bGxd"] {
        let refusal = person.refused(PRICES, json!({ "schemaIds": Value::Null, "nextToken": token })).await;
        assert_eq!(refusal.message, "nextToken is not valid for this list. Load the list again from its first page.");
    }
}
