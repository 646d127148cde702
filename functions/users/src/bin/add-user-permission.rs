//! `POST /users/permissions`: grants an action to a member of staff.

use shared::{
    Action, Exit, Operation, Request, RequiredPermission, Result,
    audit::AuditTable,
    permissions::{PermissionStore, UserPermissions},
    rest::StatusCode,
};
use users::{
    directory::Directory,
    permissions::{self, PermissionChange},
};

struct AddUserPermission;

impl Operation for AddUserPermission {
    const NAME: &'static str = "POST /users/permissions";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = PermissionChange;
    type Output = UserPermissions;
    type Dependencies = (Directory, PermissionStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::add_user_permission(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<AddUserPermission>(StatusCode::OK)
}
