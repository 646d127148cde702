//! GraphQL query `staffFlags`: lists all staff with their enabled feature flags.

use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};
use users::{
    directory::Directory,
    flags::{self, FlagStore, StaffFlags, StaffFlagsArguments},
};

struct ListStaffFlags;

impl Operation for ListStaffFlags {
    const NAME: &'static str = "staffFlags";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = StaffFlagsArguments;
    type Output = Page<StaffFlags>;
    type Dependencies = (Directory, FlagStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        flags::staff_flags(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ListStaffFlags>()
}
