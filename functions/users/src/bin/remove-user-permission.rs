//! `POST /users/permissions/remove`: revokes an action from a member of staff.

use shared::{permissions::UserPermissions, prelude::*};
use users::{
    directory::Directory,
    permissions::{self, PermissionChange},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::post("/users/permissions/remove");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::Permissions.allows(&[UpdateItem]), UserPool.allows(&[ListUsers])];
    type Input = PermissionChange;
    type Output = UserPermissions;
    type Dependencies = (Directory, PermissionStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::remove_user_permission(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
