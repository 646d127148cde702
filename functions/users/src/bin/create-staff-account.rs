//! GraphQL mutation `createStaffAccount`: creates a staff account and sends an invitation.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};
use users::staff::{self, Accounts, CreateArguments, StaffAccount};

struct CreateStaffAccount;

impl Operation for CreateStaffAccount {
    const NAME: &'static str = "createStaffAccount";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = CreateArguments;
    type Output = StaffAccount;
    type Dependencies = Accounts;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::create_staff_account(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateStaffAccount>()
}
