//! GraphQL mutation `createStaffAccount`: invites somebody to be a member of staff.

use shared::{Action, Exit, Needs, Operation, Request, Result};
use users::staff::{self, Accounts, CreateArguments, StaffAccount};

struct CreateStaffAccount;

impl Operation for CreateStaffAccount {
    const NAME: &'static str = "createStaffAccount";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = CreateArguments;
    type Output = StaffAccount;
    type Uses = Accounts;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::create_staff_account(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateStaffAccount>()
}
