//! GraphQL query `planogramHistory`: lists the scheduled changes of a layout with their users.

use planograms::history::{self, PlanogramHistoryArguments, PlanogramHistoryEntry};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueLayoutNames);
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = PlanogramHistoryArguments;
    type Output = Page<PlanogramHistoryEntry>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<Self::Input>) -> Result<Self::Output> {
        history::planogram_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
