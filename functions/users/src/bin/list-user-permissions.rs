//! `GET /users/permissions`: lists all staff with their permissions.

use shared::{
    Action, Exit, Operation, Page, Request, RequiredPermission, Result, permissions::PermissionStore, rest::StatusCode,
};
use users::{
    directory::Directory,
    permissions::{self, ListArguments, StaffPermissions},
};

struct ListUserPermissions;

impl Operation for ListUserPermissions {
    const NAME: &'static str = "GET /users/permissions";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = ListArguments;
    type Output = Page<StaffPermissions>;
    type Dependencies = (Directory, PermissionStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::list_user_permissions(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<ListUserPermissions>(StatusCode::OK)
}
