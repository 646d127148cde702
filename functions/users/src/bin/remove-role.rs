//! GraphQL mutation `removeRole`: removes a role, or restores its default.

use shared::prelude::*;
use users::roles::{self, RemoveArguments, RoleResponse, RoleStore};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const LIMITS: Limits = &[("id", 100)];
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[PutItem]), Table::Roles.allows(&[DeleteItem, GetItem])];
    type Input = RemoveArguments;
    type Output = Option<RoleResponse>;
    type Dependencies = (RoleStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        roles::remove_role(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
