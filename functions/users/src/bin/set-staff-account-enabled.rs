//! GraphQL mutation `setStaffAccountEnabled`: lets a member of staff sign in, or no longer.

use shared::{Action, Needs, Operation, Request, Result};
use users::staff::{self, Accounts, EnabledArguments, StaffAccount};

struct SetStaffAccountEnabled;

impl Operation for SetStaffAccountEnabled {
    const NAME: &'static str = "setStaffAccountEnabled";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = EnabledArguments;
    type Output = StaffAccount;
    type Uses = Accounts;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::set_staff_account_enabled(uses, request).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<SetStaffAccountEnabled>().await
}
