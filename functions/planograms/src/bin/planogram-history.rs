//! GraphQL query `planogramHistory`: who scheduled what of a layout.

use planograms::history::{self, PlanogramHistoryArguments, PlanogramHistoryEntry};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, audit::AuditTable};

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

fn main() -> Exit {
    shared::graphql::serve::<PlanogramHistory>()
}
