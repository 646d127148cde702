//! `POST /coupons`: generates a single-use code. Requires `GenerateCoupon`, and `ManagePermissions` beyond the limits.

use coupons::{
    code::CouponCode,
    create::{self, CreatedCoupon},
    rules::{CouponRequest, Limits},
    store::CouponStore,
};
use shared::{bounded, prelude::*};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::post("/coupons");
    const PERMISSION: RequiredPermission =
        RequiredPermission::AnyOf(&[Action::GenerateCoupon, Action::ManagePermissions]);
    const LIMITS: bounded::Limits = &[("imageName", 200)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Coupons.allows(&[GetItem, PutItem, UpdateItem]),
        Setting::CouponMaxDays.reads(),
        Setting::CouponMaxDollars.reads(),
        Setting::CouponMaxPercent.reads(),
    ];
    type Input = CouponRequest;
    type Output = CreatedCoupon;
    type Dependencies = (CouponStore, AuditTable, Limits);

    async fn run(dependencies: &Self::Dependencies, request: Request<CouponRequest>) -> Result<CreatedCoupon> {
        create::create_coupon(dependencies, CouponCode::generate, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
