//! GraphQL query `usage`: what of the console was used in some days, by whom, and how quick it was.

use analytics::{
    model::Usage,
    store::AnalyticsStore,
    usage::{self, UsageArguments},
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct GetUsage;

impl Operation for GetUsage {
    const NAME: &'static str = "usage";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = UsageArguments;
    type Output = Usage;
    type Uses = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        usage::usage(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetUsage>()
}
