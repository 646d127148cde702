//! `GET /users/permissions`: lists all accounts of staff and drivers with their permissions.

use shared::prelude::*;
use users::permissions::{self, AccountList, ListArguments, StaffPermissions};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/users/permissions");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] =
        &[Setting::DriverEmailDomain.reads(), Table::Permissions.index("byEmail"), UserPool.allows(&[ListUsers])];
    type Input = ListArguments;
    type Output = Page<StaffPermissions>;
    type Dependencies = AccountList;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::list_user_permissions(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
