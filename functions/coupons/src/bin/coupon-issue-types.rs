//! GraphQL query `couponIssueTypes`: lists the reasons for coupons.

use coupons::{issue_types::IssueType, list};
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct CouponIssueTypes;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for CouponIssueTypes {
    const NAME: &'static str = "couponIssueTypes";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GenerateCoupon);
    type Input = Arguments;
    type Output = Vec<IssueType>;
    type Dependencies = ();

    async fn run((): &(), _: Request<Arguments>) -> Result<Vec<IssueType>> {
        Ok(list::coupon_issue_types())
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CouponIssueTypes>()
}
