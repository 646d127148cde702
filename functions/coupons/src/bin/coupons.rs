//! GraphQL query `coupons`: lists the issued coupons with user and reason.

use coupons::{
    list::{self, CouponsArguments},
    model::Coupon,
    store::CouponStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};

struct Coupons;

impl Operation for Coupons {
    const NAME: &'static str = "coupons";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GenerateCoupon);
    type Input = CouponsArguments;
    type Output = Page<Coupon>;
    type Dependencies = CouponStore;

    async fn run(store: &CouponStore, request: Request<CouponsArguments>) -> Result<Page<Coupon>> {
        list::coupons(store, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<Coupons>()
}
