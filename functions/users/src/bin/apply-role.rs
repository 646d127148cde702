//! GraphQL mutation `applyRole`: replaces all actions and feature flags of a member of staff by those of a role.

use shared::prelude::*;
use users::{
    access::{self, AccessStores, ApplyArguments, StaffAccess},
    roles::RoleStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const LIMITS: Limits = &[("role", 100), ("actions", 100), ("flags", 100)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FeatureFlags.allows(&[GetItem, UpdateItem]),
        Table::Permissions.allows(&[UpdateItem]),
        Table::Roles.allows(&[GetItem]),
        UserPool.allows(&[ListUsers]),
    ];
    type Input = ApplyArguments;
    type Output = StaffAccess;
    type Dependencies = (AccessStores, RoleStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        Box::pin(access::apply_role(dependencies, request)).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
