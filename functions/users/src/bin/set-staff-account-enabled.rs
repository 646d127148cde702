//! GraphQL mutation `setStaffAccountEnabled`: enables or disables a staff account.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};
use users::staff::{self, Accounts, EnabledArguments, StaffAccount};

struct SetStaffAccountEnabled;

impl Operation for SetStaffAccountEnabled {
    const NAME: &'static str = "setStaffAccountEnabled";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = EnabledArguments;
    type Output = StaffAccount;
    type Dependencies = Accounts;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::set_staff_account_enabled(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SetStaffAccountEnabled>()
}
