//! `POST /users/permissions`: grants an action to a member of staff.

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

struct AddUserPermission;

impl Operation for AddUserPermission {
    const NAME: &'static str = "POST /users/permissions";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = PermissionChange;
    type Output = UserPermissions;
    type Uses = (Directory, PermissionStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::add_user_permission(uses, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<AddUserPermission>(StatusCode::OK)
}
