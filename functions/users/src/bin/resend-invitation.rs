//! GraphQL mutation `resendInvitation`: sends an invitation again that expired or was lost.

use shared::{Action, Exit, Needs, Operation, Request, Result};
use users::staff::{self, Accounts, ResendArguments, StaffAccount};

struct ResendInvitation;

impl Operation for ResendInvitation {
    const NAME: &'static str = "resendInvitation";
    const NEEDS: Needs = Needs::Action(Action::ManagePermissions);
    type Input = ResendArguments;
    type Output = StaffAccount;
    type Uses = Accounts;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::resend_invitation(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ResendInvitation>()
}
