//! GraphQL query `coupons`: which coupons were issued, by whom and why.

use coupons::{
    list::{self, CouponsArguments},
    model::Coupon,
    store::CouponStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};

struct Coupons;

impl Operation for Coupons {
    const NAME: &'static str = "coupons";
    const NEEDS: Needs = Needs::Action(Action::GenerateCoupon);
    type Input = CouponsArguments;
    type Output = Page<Coupon>;
    type Uses = CouponStore;

    async fn run(store: &CouponStore, request: Request<CouponsArguments>) -> Result<Page<Coupon>> {
        list::coupons(store, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<Coupons>()
}
