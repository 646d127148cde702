//! GraphQL mutation `setFeatureFlag`: enables or disables a feature flag for a member of staff.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};
use users::{
    directory::Directory,
    flags::{self, FlagStore, SetFlagArguments, StaffFlags},
};

struct SetFeatureFlag;

impl Operation for SetFeatureFlag {
    const NAME: &'static str = "setFeatureFlag";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = SetFlagArguments;
    type Output = StaffFlags;
    type Dependencies = (Directory, FlagStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        flags::set_feature_flag(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SetFeatureFlag>()
}
