//! GraphQL mutation `copyPermissions`: grants all permissions of one user to another.

use shared::{
    Action, Exit, Operation, Request, RequiredPermission, Result,
    audit::AuditTable,
    permissions::{PermissionStore, UserPermissions},
};
use users::{
    directory::Directory,
    permissions::{self, CopyArguments},
};

struct CopyPermissions;

impl Operation for CopyPermissions {
    const NAME: &'static str = "copyPermissions";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = CopyArguments;
    type Output = UserPermissions;
    type Dependencies = (Directory, PermissionStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::copy_permissions(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CopyPermissions>()
}
