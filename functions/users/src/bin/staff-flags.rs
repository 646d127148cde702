//! GraphQL query `staffFlags`: all staff with the feature flags that are on for them.

use shared::{Action, Exit, Needs, Operation, Page, Request, Result};
use users::{
    directory::Directory,
    flags::{self, FlagStore, StaffFlags, StaffFlagsArguments},
};

struct ListStaffFlags;

impl Operation for ListStaffFlags {
    const NAME: &'static str = "staffFlags";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = StaffFlagsArguments;
    type Output = Page<StaffFlags>;
    type Uses = (Directory, FlagStore);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        flags::staff_flags(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ListStaffFlags>()
}
