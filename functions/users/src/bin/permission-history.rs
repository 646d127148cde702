//! GraphQL query `permissionHistory`: who granted what to a member of staff, newest first.

use shared::{Action, Exit, Needs, Operation, Page, Request, Result, audit::AuditTable};
use users::history::{self, AccessChange, PermissionHistoryArguments};

struct PermissionHistory;

impl Operation for PermissionHistory {
    const NAME: &'static str = "permissionHistory";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = PermissionHistoryArguments;
    type Output = Page<AccessChange>;
    type Uses = AuditTable;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        history::permission_history(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<PermissionHistory>()
}
