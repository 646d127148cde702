//! GraphQL query `couponIssueTypes`: lists the reasons for coupons.

use coupons::{issue_types::IssueType, list};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GenerateCoupon);
    const ACCESS: &'static [Access] = &[];
    type Input = NoInput;
    type Output = Vec<IssueType>;
    type Dependencies = ();

    async fn run((): &(), _: Request<NoInput>) -> Result<Vec<IssueType>> {
        Ok(list::coupon_issue_types())
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
