//! GraphQL query `permissionHistory`: lists the changes of a user's permissions, newest first.

use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable};
use users::history::{self, AccessChange, PermissionHistoryArguments};

struct PermissionHistory;

impl Operation for PermissionHistory {
    const NAME: &'static str = "permissionHistory";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = PermissionHistoryArguments;
    type Output = Page<AccessChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        history::permission_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<PermissionHistory>()
}
