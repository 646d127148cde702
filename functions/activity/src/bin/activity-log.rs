//! GraphQL query `activityLog`: the changes of all areas in a range of days, newest first.

use activity::{
    log::{self, ActivityLogArguments},
    model::ActivityEntry,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ReadActivityLog);
    const LIMITS: Limits = &[("user", 254), ("object", 254)];
    const ACCESS: &'static [Access] =
        &[Table::Audit.index("byDay"), Table::Audit.index("byObject"), Table::Audit.index("byUser")];
    /// A call with a filter reads up to 32 times 2,000 entries: 420 ms of CPU time.
    const MEMORY_MIB: u32 = 512;
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = ActivityLogArguments;
    type Output = Page<ActivityEntry>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<ActivityLogArguments>) -> Result<Page<ActivityEntry>> {
        log::activity_log(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
