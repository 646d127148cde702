//! GraphQL mutation `setStaffAccountEnabled`: lets a member of staff sign in, or no longer.

use shared::{Action, Exit, Needs, Operation, Request, Result};
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

fn main() -> Exit {
    shared::graphql::serve::<SetStaffAccountEnabled>()
}
