//! GraphQL mutation `saveRole`: creates or changes a role.

use shared::prelude::*;
use users::roles::{self, RoleResponse, RoleStore, SaveArguments};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const LIMITS: Limits = &[("name", 100), ("actions", 100), ("flags", 100)];
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[PutItem]), Table::Roles.allows(&[PutItem, Query])];
    type Input = SaveArguments;
    type Output = RoleResponse;
    type Dependencies = (RoleStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        roles::save_role(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
