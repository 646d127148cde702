//! `coupons` and `couponIssueTypes`.

use crate::generate::{order, with};
use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::{Value, json};
use testkit::{Person, Stack};

const COUPONS: &str = "query ($nextToken: String) { coupons(nextToken: $nextToken) {
    items { couponCode imageName type value startDate endDate user issuedAt } nextToken
} }";

/// Coupons, newest first, page by page until `code` was there.
async fn listed_until(person: &Person<'_>, code: &str) -> Vec<Value> {
    let (mut items, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(COUPONS, json!({ "nextToken": next })).await;
        items.append(page["items"].as_array_mut().unwrap());
        if items.iter().any(|coupon| coupon["couponCode"] == code) {
            return items;
        }
        next = page["nextToken"].take();
        assert!(!next.is_null(), "{code} is nowhere");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn what_was_issued_is_listed_with_whom_and_why_and_history_has_it() {
    let stack = Stack::load().await;
    let person = stack.person("customer-service").await;
    let asked = with(with(order(), "type", "PERCENT"), "value", 50);
    let issued = person.post("/coupons", asked.clone()).await.expect(200);
    let code = issued["couponCode"].as_str().unwrap();
    let listed = listed_until(&person, code).await;
    let coupon = listed.iter().find(|coupon| coupon["couponCode"] == code).unwrap();
    for field in ["imageName", "type", "value", "startDate", "endDate"] {
        assert_eq!(coupon[field], asked[field]);
    }
    assert_eq!(coupon["user"], "customer-service@larder.example");

    let aws = stack.aws();
    let asked = aws.dynamodb().query().table_name(aws.table("Audit")).key_condition_expression("subject = :subject");
    let asked = asked.expression_attribute_values(":subject", AttributeValue::S(format!("COUPON#{code}")));
    let entries = asked.send().await.unwrap().items.unwrap_or_default();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["user"].as_s().unwrap(), "customer-service@larder.example");
    assert_eq!(entries[0]["reason"].as_s().unwrap(), "Fridge Issue - Door did not unlock");
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn coupons_come_newest_first_to_the_end() {
    let stack = Stack::load().await;
    let person = stack.person("admin").await;
    let issued = person.post("/coupons", order()).await.expect(200);
    listed_until(&person, issued["couponCode"].as_str().unwrap()).await;
    let (mut times, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.ask(COUPONS, json!({ "nextToken": next })).await;
        let items = page["items"].as_array().unwrap();
        times.extend(items.iter().map(|coupon| coupon["issuedAt"].as_str().unwrap().to_owned()));
        next = page["nextToken"].take();
        if next.is_null() {
            break;
        }
    }
    assert!(times.is_sorted_by(|newer, older| newer >= older));
    for token in ["", "walk", "WyIyMDI1LTAxLTAxIixudWxsXQ"] {
        let refusal = person.refused(COUPONS, json!({ "nextToken": token })).await;
        assert_eq!(refusal.message, "nextToken is not valid for this list. Load the list again from its first page.");
    }
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn reading_them_needs_generate_coupon_as_well() {
    let stack = Stack::load().await;
    let (reader, person) = (stack.person("read-only").await, stack.person("customer-service").await);
    let types = "{ couponIssueTypes { imageName category issue } }";
    for query in [COUPONS, types] {
        assert_eq!(reader.refused(query, json!({})).await.kind, "Forbidden");
    }
    let types = person.ask(types, json!({})).await;
    let known =
        json!({ "imageName": "Quality - Item was spoiled", "category": "Quality", "issue": "Item was spoiled" });
    assert!(types.as_array().unwrap().contains(&known));
}
