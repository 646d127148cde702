//! GraphQL mutation `setFeatureFlag`: turns a feature flag on or off for a member of staff.

use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};
use users::{
    directory::Directory,
    flags::{self, FlagStore, SetFlagArguments, StaffFlags},
};

struct SetFeatureFlag;

impl Operation for SetFeatureFlag {
    const NAME: &'static str = "setFeatureFlag";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = SetFlagArguments;
    type Output = StaffFlags;
    type Uses = (Directory, FlagStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        flags::set_feature_flag(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SetFeatureFlag>()
}
