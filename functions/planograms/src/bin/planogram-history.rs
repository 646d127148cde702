//! GraphQL query `planogramHistory`: who scheduled what of a layout.

use planograms::history::{self, PlanogramHistoryArguments, PlanogramHistoryEntry};
use shared::{Action, Needs, Operation, Page, Request, Result, audit::AuditTable};

struct PlanogramHistory;

impl Operation for PlanogramHistory {
    const NAME: &'static str = "planogramHistory";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueLayoutNames);
    type Input = PlanogramHistoryArguments;
    type Output = Page<PlanogramHistoryEntry>;
    type Uses = AuditTable;

    async fn run(audit: &AuditTable, request: Request<Self::Input>) -> Result<Self::Output> {
        history::planogram_history(audit, request.input).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<PlanogramHistory>().await
}
