//! `GET /users/permissions`: all staff with what they may do.

use shared::{Action, Exit, Needs, Operation, Page, Request, Result, permissions::PermissionStore, rest::StatusCode};
use users::{
    directory::Directory,
    permissions::{self, ListArguments, StaffPermissions},
};

struct ListUserPermissions;

impl Operation for ListUserPermissions {
    const NAME: &'static str = "GET /users/permissions";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = ListArguments;
    type Output = Page<StaffPermissions>;
    type Uses = (Directory, PermissionStore);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::list_user_permissions(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<ListUserPermissions>(StatusCode::OK)
}
