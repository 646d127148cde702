//! `POST /coupons`: generates a single-use code. Requires `GenerateCoupon`, and `ManagePermissions` beyond the limits.

use coupons::{
    code::CouponCode,
    create::{self, CreatedCoupon},
    rules::{CouponRequest, Limits},
    store::CouponStore,
};
use shared::{
    Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable, bounded, rest::StatusCode,
};

struct PostCoupon;

impl Operation for PostCoupon {
    const NAME: &'static str = "POST /coupons";
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GenerateCoupon, Action::ManagePermissions]);
    const LIMITS: bounded::Limits = &[("imageName", 200)];
    type Input = CouponRequest;
    type Output = CreatedCoupon;
    type Dependencies = (CouponStore, AuditTable, Limits);

    async fn run(dependencies: &Self::Dependencies, request: Request<CouponRequest>) -> Result<CreatedCoupon> {
        create::create_coupon(dependencies, CouponCode::generate, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PostCoupon>(StatusCode::OK)
}
