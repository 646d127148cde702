//! `ordersByDay`.

use crate::helpers::{create_order, unique_day};
use integration::{Stack, field_errors, stack_test};
use serde_json::{Value, json};

const ORDERS: &str = "query ($first: AWSDate!, $last: AWSDate!, $count: Int, $t: String) {
    ordersByDay(productionDate: $first, deliveryDate: $last, count: $count, nextToken: $t) {
        items { uniqueId locationId dropOffDate deliveryDate stockingIndex clientCode orderOwner orderType } nextToken
    }
}";

#[stack_test]
async fn lists_orders_of_several_days_page_by_page_without_canceled_ones(stack: Stack) {
    let person = stack.person("read-only").await;
    let day = unique_day();
    let next = day.succ_opt().unwrap();
    let mut expected = Vec::new();
    for (location, day) in [("A_1", day), ("A_2", day), ("A_1", next)] {
        expected.push(create_order(&stack, location, day, "OPEN").await);
    }
    create_order(&stack, "A_3", day, "DELETED").await;
    create_order(&stack, "A_1", next.succ_opt().unwrap(), "OPEN").await;
    let (mut found, mut token) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(ORDERS, json!({ "first": day, "last": next, "count": 1, "t": token })).await;
        assert!(page["items"].as_array().is_some_and(|items| items.len() <= 1));
        found.extend(page["items"].as_array_mut().into_iter().flat_map(std::mem::take));
        token = page["nextToken"].take();
        if token.is_null() {
            break;
        }
    }
    let mut ids: Vec<_> = found.iter().map(|order| order["uniqueId"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    expected.sort();
    assert_eq!(ids, expected);
    assert!(found.iter().all(|order| order["clientCode"] == "LARDER" && order["stockingIndex"] == 1));
}

#[stack_test]
async fn rejects_reversed_days_counts_beyond_1000_and_forged_tokens(stack: Stack) {
    let person = stack.person("read-only").await;
    for (variables, field) in [
        (json!({ "first": "2026-11-23", "last": "2026-11-22" }), "deliveryDate"),
        (json!({ "first": "2026-11-23", "last": "2026-11-23", "count": 1001 }), "count"),
        (json!({ "first": "2026-11-23", "last": "2026-11-23", "t": "e30" }), "nextToken"),
    ] {
        let rejection = person.call_rejected(ORDERS, variables).await;
        assert_eq!(rejection.kind.as_str(), "Invalid");
        assert_eq!(field_errors(&rejection.info)[0].0.as_str(), field);
    }
}
