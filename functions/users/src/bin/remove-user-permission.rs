//! `POST /users/permissions/remove`: revokes an action from a member of staff.

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

struct RemoveUserPermission;

impl Operation for RemoveUserPermission {
    const NAME: &'static str = "POST /users/permissions/remove";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = PermissionChange;
    type Output = UserPermissions;
    type Dependencies = (Directory, PermissionStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::remove_user_permission(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<RemoveUserPermission>(StatusCode::OK)
}
