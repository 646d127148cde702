//! `POST /users/permissions/remove`: takes an action from a member of staff.

use lambda_http::http::StatusCode;
use shared::{
    Action, Needs, Operation, Request, Result,
    audit::AuditTable,
    permissions::{PermissionStore, UserPermissions},
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<RemoveUserPermission>(StatusCode::OK).await
}
