//! `POST /users/permissions/remove`: takes an action from a member of staff.

use shared::{
    Action, Exit, Needs, Operation, Request, Result,
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
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = PermissionChange;
    type Output = UserPermissions;
    type Uses = (Directory, PermissionStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::remove_user_permission(uses, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<RemoveUserPermission>(StatusCode::OK)
}
