//! `coupons` and `couponIssueTypes`.

use crate::generate::{valid_request, with};
use integration::{Person, Stack, stack_test};
use serde_json::{Value, json};
use shared::table::AttributeValue;

const COUPONS: &str = "query ($nextToken: String) { coupons(nextToken: $nextToken) {
    items { couponCode imageName type value startDate endDate user issuedAt } nextToken
} }";

/// Lists coupons page by page, newest first, until `code` is found.
async fn listed_until(person: &Person<'_>, code: &str) -> Vec<Value> {
    let (mut items, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(COUPONS, json!({ "nextToken": next })).await;
        items.append(page["items"].as_array_mut().unwrap());
        if items.iter().any(|coupon| coupon["couponCode"] == code) {
            return items;
        }
        next = page["nextToken"].take();
        assert!(!next.is_null(), "{code} is not listed");
    }
}

#[stack_test]
async fn lists_and_audits_an_issued_coupon_with_user_and_reason(stack: Stack) {
    let person = stack.person("customer-service").await;
    let request = with(with(valid_request(), "type", "PERCENT"), "value", 50);
    let issued = person.post("/coupons", request.clone()).await.expect(200);
    let code = issued["couponCode"].as_str().unwrap();
    let listed = listed_until(&person, code).await;
    let coupon = listed.iter().find(|coupon| coupon["couponCode"] == code).unwrap();
    for field in ["imageName", "type", "value", "startDate", "endDate"] {
        assert_eq!(coupon[field], request[field]);
    }
    assert_eq!(coupon["user"], "customer-service@larder.example");

    let aws = stack.aws();
    let request = aws.dynamodb().query().table_name(aws.table("Audit")).key_condition_expression("subject = :subject");
    let request = request.expression_attribute_values(":subject", AttributeValue::S(format!("COUPON#{code}")));
    let entries = request.send().await.unwrap().items.unwrap_or_default();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["user"].as_s().unwrap(), "customer-service@larder.example");
    assert_eq!(entries[0]["reason"].as_s().unwrap(), "Fridge Issue - Door did not unlock");
}

#[stack_test]
async fn lists_all_coupons_newest_first_and_rejects_forged_tokens(stack: Stack) {
    let person = stack.person("admin").await;
    let issued = person.post("/coupons", valid_request()).await.expect(200);
    listed_until(&person, issued["couponCode"].as_str().unwrap()).await;
    let (mut times, mut next) = (Vec::new(), Value::Null);
    loop {
        let mut page = person.call(COUPONS, json!({ "nextToken": next })).await;
        let items = page["items"].as_array().unwrap();
        times.extend(items.iter().map(|coupon| coupon["issuedAt"].as_str().unwrap().to_owned()));
        next = page["nextToken"].take();
        if next.is_null() {
            break;
        }
    }
    assert!(times.is_sorted_by(|newer, older| newer >= older));
    for token in ["", "invalid", "WyIyMDI1LTAxLTAxIixudWxsXQ"] {
        let rejection = person.call_rejected(COUPONS, json!({ "nextToken": token })).await;
        assert_eq!(rejection.message, "nextToken is not valid for this list. Load the list again from its first page.");
    }
}

#[stack_test]
async fn rejects_reading_without_generate_coupon(stack: Stack) {
    let (reader, person) = (stack.person("read-only").await, stack.person("customer-service").await);
    let types = "{ couponIssueTypes { imageName category issue } }";
    for query in [COUPONS, types] {
        assert_eq!(reader.call_rejected(query, json!({})).await.kind, "Forbidden");
    }
    let types = person.call(types, json!({})).await;
    let issue_type =
        json!({ "imageName": "Quality - Item was spoiled", "category": "Quality", "issue": "Item was spoiled" });
    assert!(types.as_array().unwrap().contains(&issue_type));
}
