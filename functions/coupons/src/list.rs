//! Lists issued coupons and issue types.

use crate::{
    issue_types::{self, IssueType},
    model::Coupon,
    store::CouponStore,
};
use serde::Deserialize;
use shared::{Page, Request, Result};

/// Arguments of `coupons`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CouponsArguments {
    #[serde(default)]
    next_token: Option<String>,
}

/// Returns one page of the issued coupons, newest first.
pub async fn coupons(store: &CouponStore, request: Request<CouponsArguments>) -> Result<Page<Coupon>> {
    store.newest(request.now, request.input.next_token.as_deref()).await
}

/// Returns all issue types, by category.
pub fn coupon_issue_types() -> Vec<IssueType> {
    issue_types::all().to_vec()
}
