//! GraphQL mutation `copyPermissions`: grants all actions and feature flags of one user to another.

use shared::prelude::*;
use users::access::{self, AccessStores, CopyArguments, StaffAccess};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FeatureFlags.allows(&[GetItem, UpdateItem]),
        Table::Permissions.allows(&[UpdateItem]),
        UserPool.allows(&[ListUsers]),
    ];
    type Input = CopyArguments;
    type Output = StaffAccess;
    type Dependencies = AccessStores;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        Box::pin(access::copy_permissions(dependencies, request)).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
