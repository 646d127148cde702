//! GraphQL query `featureFlagHistory`: lists the changes of a feature flag, newest first.

use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable};
use users::history::{self, AccessChange, FlagHistoryArguments};

struct FeatureFlagHistory;

impl Operation for FeatureFlagHistory {
    const NAME: &'static str = "featureFlagHistory";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = FlagHistoryArguments;
    type Output = Page<AccessChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        history::feature_flag_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FeatureFlagHistory>()
}
