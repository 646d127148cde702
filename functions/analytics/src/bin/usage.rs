//! GraphQL query `usage`: returns usage and response times of the console over a range of days.

use analytics::{
    model::Usage,
    store::AnalyticsStore,
    usage::{self, UsageArguments},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct GetUsage;

impl Operation for GetUsage {
    const NAME: &'static str = "usage";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = UsageArguments;
    type Output = Usage;
    type Dependencies = AnalyticsStore;

    async fn run(store: &AnalyticsStore, request: Request<Self::Input>) -> Result<Self::Output> {
        usage::usage(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetUsage>()
}
