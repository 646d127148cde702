//! `ordersByDay`.

use crate::groups::{day_of_own, order};
use serde_json::{Value, json};
use testkit::{Stack, wrong_fields};

const ORDERS: &str = "query ($first: AWSDate!, $last: AWSDate!, $count: Int, $t: String) {
    ordersByDay(productionDate: $first, deliveryDate: $last, count: $count, nextToken: $t) {
        items { uniqueId locationId dropOffDate deliveryDate stockingIndex clientCode orderOwner orderType } nextToken
    }
}";

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn orders_of_some_days_come_page_by_page_without_those_that_were_taken_back() {
    let stack = Stack::load().await;
    let person = stack.person("read-only").await;
    let day = day_of_own();
    let next = day.succ_opt().unwrap();
    let mut expected = Vec::new();
    for (location, day) in [("A_1", day), ("A_2", day), ("A_1", next)] {
        expected.push(order(&stack, location, day, "OPEN").await);
    }
    order(&stack, "A_3", day, "DELETED").await;
    order(&stack, "A_1", next.succ_opt().unwrap(), "OPEN").await;
    let (mut found, mut token) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(ORDERS, json!({ "first": day, "last": next, "count": 1, "t": token })).await;
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

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn days_in_the_wrong_order_a_count_beyond_1000_and_a_token_of_nobodys_are_refused() {
    let stack = Stack::load().await;
    let person = stack.person("read-only").await;
    for (variables, field) in [
        (json!({ "first": "2026-11-23", "last": "2026-11-22" }), "deliveryDate"),
        (json!({ "first": "2026-11-23", "last": "2026-11-23", "count": 1001 }), "count"),
        (json!({ "first": "2026-11-23", "last": "2026-11-23", "t": "e30" }), "nextToken"),
    ] {
        let refusal = person.refused(ORDERS, variables).await;
        assert_eq!((refusal.kind.as_str(), wrong_fields(&refusal.info)[0].0.as_str()), ("Invalid", field));
    }
}
