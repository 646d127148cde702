//! GraphQL query `coupons`: lists the issued coupons with user and reason.

use coupons::{
    list::{self, CouponsArguments},
    model::Coupon,
    store::CouponStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GenerateCoupon);
    const ACCESS: &'static [Access] = &[Table::Coupons.index("byMonth")];
    /// The largest page needs 44 ms of CPU time.
    const MEMORY_MIB: u32 = 512;
    type Input = CouponsArguments;
    type Output = Page<Coupon>;
    type Dependencies = CouponStore;

    async fn run(store: &CouponStore, request: Request<CouponsArguments>) -> Result<Page<Coupon>> {
        list::coupons(store, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
