//! GraphQL query `planogramHistory`: lists the scheduled changes of a layout with their users.

use planograms::history::{self, PlanogramHistoryArguments, PlanogramHistoryEntry};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable};

struct PlanogramHistory;

impl Operation for PlanogramHistory {
    const NAME: &'static str = "planogramHistory";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueLayoutNames);
    type Input = PlanogramHistoryArguments;
    type Output = Page<PlanogramHistoryEntry>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<Self::Input>) -> Result<Self::Output> {
        history::planogram_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<PlanogramHistory>()
}
