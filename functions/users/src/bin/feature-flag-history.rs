//! GraphQL query `featureFlagHistory`: who turned a flag on or off for whom, newest first.

use shared::{Action, Exit, Needs, Operation, Page, Request, Result, audit::AuditTable};
use users::history::{self, AccessChange, FlagHistoryArguments};

struct FeatureFlagHistory;

impl Operation for FeatureFlagHistory {
    const NAME: &'static str = "featureFlagHistory";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = FlagHistoryArguments;
    type Output = Page<AccessChange>;
    type Uses = AuditTable;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        history::feature_flag_history(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FeatureFlagHistory>()
}
