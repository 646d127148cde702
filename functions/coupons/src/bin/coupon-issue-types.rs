//! GraphQL query `couponIssueTypes`: the reasons for which coupons are given.

use coupons::{issue_types::IssueType, list};
use serde::Deserialize;
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct CouponIssueTypes;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for CouponIssueTypes {
    const NAME: &'static str = "couponIssueTypes";
    const NEEDS: Needs = Needs::Action(Action::GenerateCoupon);
    type Input = Arguments;
    type Output = Vec<IssueType>;
    type Uses = ();

    async fn run((): &(), _: Request<Arguments>) -> Result<Vec<IssueType>> {
        Ok(list::coupon_issue_types())
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CouponIssueTypes>()
}
