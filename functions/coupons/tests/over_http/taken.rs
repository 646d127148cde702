//! Codes that are taken already: too rare to be met by asking for coupons, so that the tests draw them themselves.

use crate::generate::{order, with};
use coupons::{
    code::CouponCode,
    create::{CreatedCoupon, issue_coupon},
    store::CouponStore,
};
use serde_json::{Value, from_value, json};
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{AuditTable, Subject},
};
use testkit::Stack;
use uuid::Uuid;

type Uses = (CouponStore, AuditTable);

fn new_code() -> CouponCode {
    CouponCode::draw().unwrap()
}

async fn uses() -> Uses {
    let stack = Stack::load().await;
    let aws = stack.aws();
    (aws.store(&[("COUPONS_TABLE", "Coupons")]), aws.store(&[("AUDIT_TABLE", "Audit")]))
}

/// Issues a coupon of the first of the codes that is free; they are drawn in turn.
async fn issue(uses: &Uses, codes: &[&CouponCode], order: Value) -> Result<CreatedCoupon> {
    let mut drawn = codes.iter().copied().cycle();
    let draw = || drawn.next().cloned().ok_or_else(|| Error::internal("no code to draw"));
    let request = Request { permit: Permit::system("test"), now: Instant::now(), input: from_value(order).unwrap() };
    issue_coupon(&uses.0, &uses.1, None, draw, request).await
}

fn got(code: &CouponCode) -> Value {
    json!({ "statusCode": 200, "couponCode": code })
}

async fn issues(uses: &Uses, code: &CouponCode) -> usize {
    uses.1.history(Subject::Coupon(code.as_str()), None).await.unwrap().items.len()
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn where_a_code_is_taken_another_is_drawn_and_the_coupon_that_has_it_stays() {
    let uses = uses().await;
    let (taken, free) = (new_code(), new_code());
    let first = issue(&uses, &[&taken], order()).await.unwrap();
    let other = with(with(order(), "value", 8), "clientToken", Uuid::now_v7().to_string());
    let second = issue(&uses, &[&taken, &free], other.clone()).await.unwrap();
    assert_eq!((json!(first), json!(second)), (got(&taken), got(&free)));
    // The call is remembered with the code that it got in the end.
    assert_eq!(json!(issue(&uses, &[&new_code()], other).await.unwrap()), got(&free));
    assert_eq!((issues(&uses, &taken).await, issues(&uses, &free).await), (1, 1));
}

#[tokio::test]
#[ignore = "needs a deployed stack: scripts/test runs it"]
async fn where_every_code_is_taken_nothing_is_issued_and_the_same_call_may_be_made_again() {
    let uses = uses().await;
    let (taken, free) = (new_code(), new_code());
    issue(&uses, &[&taken], order()).await.unwrap();
    let call = with(order(), "clientToken", Uuid::now_v7().to_string());
    let refused = issue(&uses, &[&taken], call.clone()).await;
    assert!(matches!(refused, Err(Error::Unavailable { retryable: true, .. })), "{refused:?}");
    assert_eq!(issues(&uses, &taken).await, 1);
    assert_eq!(json!(issue(&uses, &[&free], call).await.unwrap()), got(&free));
}
