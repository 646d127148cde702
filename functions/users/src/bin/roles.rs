//! GraphQL query `roles`: lists the roles with their actions and feature flags.

use shared::prelude::*;
use users::roles::{self, RoleResponse, RoleStore};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::Roles.allows(&[Query])];
    type Input = NoInput;
    type Output = Vec<RoleResponse>;
    type Dependencies = RoleStore;

    async fn run(dependencies: &Self::Dependencies, _: Request<Self::Input>) -> Result<Self::Output> {
        roles::roles(dependencies).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
