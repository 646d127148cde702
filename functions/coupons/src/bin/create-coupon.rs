//! `POST /coupons`: generates a single-use code; needs GenerateCoupon, and ManagePermissions beyond the limits.

use coupons::{
    code::CouponCode,
    create::{self, CreatedCoupon},
    rules::{Asked, Limits},
    store::CouponStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable, bounded, rest::StatusCode};

struct PostCoupon;

impl Operation for PostCoupon {
    const NAME: &'static str = "POST /coupons";
    const NEEDS: Needs = Needs::AnyOf(&[Action::GenerateCoupon, Action::ManagePermissions]);
    const LIMITS: bounded::Limits = &[("imageName", 200)];
    type Input = Asked;
    type Output = CreatedCoupon;
    type Uses = (CouponStore, AuditTable, Limits);

    async fn run(uses: &Self::Uses, request: Request<Asked>) -> Result<CreatedCoupon> {
        create::create_coupon(uses, CouponCode::draw, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PostCoupon>(StatusCode::OK)
}
