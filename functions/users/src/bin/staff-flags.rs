//! GraphQL query `staffFlags`: lists all staff with their enabled feature flags.

use shared::prelude::*;
use users::{
    directory::Directory,
    flags::{self, FlagStore, StaffFlags, StaffFlagsArguments},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::FeatureFlags.allows(&[BatchGetItem]), UserPool.allows(&[ListUsers])];
    type Input = StaffFlagsArguments;
    type Output = Page<StaffFlags>;
    type Dependencies = (Directory, FlagStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        flags::staff_flags(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
