//! GraphQL mutation `resendInvitation`: sends an expired or lost invitation again.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};
use users::staff::{self, Accounts, ResendArguments, StaffAccount};

struct ResendInvitation;

impl Operation for ResendInvitation {
    const NAME: &'static str = "resendInvitation";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    type Input = ResendArguments;
    type Output = StaffAccount;
    type Dependencies = Accounts;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::resend_invitation(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ResendInvitation>()
}
