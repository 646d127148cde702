//! GraphQL mutation `setFeatureFlag`: turns a feature flag on or off for a member of staff.

use shared::{Action, Needs, Operation, Request, Result, audit::AuditTable};
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<SetFeatureFlag>().await
}
