//! GraphQL mutation `copyPermissions`: grants all permissions of one user to another.

use shared::{permissions::UserPermissions, prelude::*};
use users::{
    directory::Directory,
    permissions::{self, CopyArguments},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::Permissions.allows(&[UpdateItem]), UserPool.allows(&[ListUsers])];
    type Input = CopyArguments;
    type Output = UserPermissions;
    type Dependencies = (Directory, PermissionStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        permissions::copy_permissions(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
