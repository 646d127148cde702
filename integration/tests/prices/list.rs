//! `itemPrices` and `itemPriceSchemaIds`.

use crate::helpers::{PRICES, price_pages, row, unique_schema, update};
use integration::{Stack, stack_test};
use serde_json::{Value, json};

#[stack_test]
async fn lists_requested_schemas_in_order_and_marks_missing_ones(stack: Stack) {
    let admin = stack.person("admin").await;
    let (first, second, missing) = (unique_schema(), unique_schema(), unique_schema());
    let rows = [row(&second, "A", "1"), row(&first, "B", "2"), row(&first, "A", "3"), row(&second, "C", "0")];
    update(&admin, &rows).await;
    let reader = stack.person("read-only").await;
    let listed = price_pages(&reader, Some(&[&second, &missing, &first])).await.concat();
    let existing = |schema: &str, item: &str, price: &str| json!({ "schemaId": schema, "item": item, "price": price, "exists": true });
    let expected = [
        existing(&first, "A", "3.00"),
        existing(&first, "B", "2.00"),
        existing(&second, "A", "1.00"),
        existing(&second, "C", "0.00"),
        json!({ "schemaId": missing, "item": null, "price": null, "exists": false }),
    ];
    assert_eq!(listed, expected);
}

#[stack_test]
async fn a_new_schema_is_selectable_and_all_prices_are_paged_in_order(stack: Stack) {
    let admin = stack.person("admin").await;
    let schema = unique_schema();
    update(&admin, &[row(&schema, "WATER", "1")]).await;
    let ids = admin.call("{ itemPriceSchemaIds }", json!({})).await;
    let templates = admin.call("{ getPriceMapTemplates }", json!({})).await;
    for names in [ids, templates] {
        assert!(names.as_array().unwrap().contains(&json!(schema)));
    }
    let all = price_pages(&admin, None).await.concat();
    assert!(all.iter().all(|price| price["exists"] == true));
    assert_eq!(all.iter().filter(|price| price["schemaId"] == schema).count(), 1);
    let keys: Vec<_> =
        all.iter().map(|price| (price["schemaId"].as_str().unwrap(), price["item"].as_str().unwrap())).collect();
    assert!(keys.is_sorted_by(|one, other| one < other), "sorted and unique");
}

#[stack_test]
async fn rejects_invalid_schema_lists_and_forged_tokens(stack: Stack) {
    let person = stack.person("read-only").await;
    let many: Vec<String> = (0..101).map(|number| format!("S{number}")).collect();
    for schemas in [json!([]), json!([""]), json!(many)] {
        let rejection = person.call_rejected(PRICES, json!({ "schemaIds": schemas })).await;
        assert_eq!(rejection.kind, "Invalid");
    }
    for token in ["", "invalid", "e30", "WyIiLG51bGxd"] {
        let rejection = person.call_rejected(PRICES, json!({ "schemaIds": Value::Null, "nextToken": token })).await;
        assert_eq!(rejection.message, "nextToken is not valid for this list. Load the list again from its first page.");
    }
}
