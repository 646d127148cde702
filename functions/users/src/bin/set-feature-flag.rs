//! GraphQL mutation `setFeatureFlag`: enables or disables a feature flag for a member of staff.

use shared::prelude::*;
use users::{
    directory::Directory,
    flags::{self, FlagStore, SetFlagArguments, StaffFlags},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FeatureFlags.allows(&[GetItem, UpdateItem]),
        UserPool.allows(&[ListUsers]),
    ];
    type Input = SetFlagArguments;
    type Output = StaffFlags;
    type Dependencies = (Directory, FlagStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        flags::set_feature_flag(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
