//! Collisions of codes. They are too rare to occur over HTTP, so these tests choose the codes.

use crate::generate::{valid_request, with};
use coupons::{
    code::CouponCode,
    create::{CreatedCoupon, issue_coupon},
    store::CouponStore,
};
use integration::{Stack, stack_test};
use serde_json::{Value, from_value, json};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{AuditTable, Subject},
};
use uuid::Uuid;

pub(crate) type Dependencies = (CouponStore, AuditTable);

pub(crate) fn new_code() -> CouponCode {
    CouponCode::generate().unwrap()
}

pub(crate) async fn dependencies() -> Dependencies {
    let stack = Stack::load().await;
    let aws = stack.aws();
    (aws.store(&[("COUPONS_TABLE", "Coupons")]), aws.store(&[("AUDIT_TABLE", "Audit")]))
}

/// Issues a coupon. The code generator returns `codes` in turn.
pub(crate) async fn issue(dependencies: &Dependencies, codes: &[&CouponCode], body: Value) -> Result<CreatedCoupon> {
    let mut generated = codes.iter().copied().cycle();
    let generate = || generated.next().cloned().ok_or_else(|| Error::internal("no code to generate"));
    let request = Request { permit: Permit::system("test"), now: Instant::now(), input: from_value(body).unwrap() };
    issue_coupon(&dependencies.0, &dependencies.1, None, generate, request).await
}

pub(crate) fn created(code: &CouponCode) -> Value {
    json!({ "statusCode": 200, "couponCode": code })
}

pub(crate) async fn audit_entries(dependencies: &Dependencies, code: &CouponCode) -> usize {
    dependencies.1.history(Subject::Coupon(code.as_str()), None).await.unwrap().items.len()
}

#[stack_test]
async fn uses_another_code_if_the_first_is_in_use() {
    let dependencies = dependencies().await;
    let (used, free) = (new_code(), new_code());
    let first = issue(&dependencies, &[&used], valid_request()).await.unwrap();
    let other = with(with(valid_request(), "value", 8), "clientToken", Uuid::now_v7().to_string());
    let second = issue(&dependencies, &[&used, &free], other.clone()).await.unwrap();
    assert_eq!(json!(first), created(&used));
    assert_eq!(json!(second), created(&free));
    // The call marker has the code that was issued.
    assert_eq!(json!(issue(&dependencies, &[&new_code()], other).await.unwrap()), created(&free));
    assert_eq!(audit_entries(&dependencies, &used).await, 1);
    assert_eq!(audit_entries(&dependencies, &free).await, 1);
}

#[stack_test]
async fn issues_nothing_if_all_codes_are_in_use_and_the_call_can_be_repeated() {
    let dependencies = dependencies().await;
    let (used, free) = (new_code(), new_code());
    issue(&dependencies, &[&used], valid_request()).await.unwrap();
    let call = with(valid_request(), "clientToken", Uuid::now_v7().to_string());
    let rejection = issue(&dependencies, &[&used], call.clone()).await;
    assert!(matches!(rejection, Err(Error::Unavailable { retryable: true, .. })), "{rejection:?}");
    assert_eq!(audit_entries(&dependencies, &used).await, 1);
    assert_eq!(json!(issue(&dependencies, &[&free], call).await.unwrap()), created(&free));
}
