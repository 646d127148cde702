//! GraphQL mutation `resendInvitation`: sends an expired or lost invitation again.

use shared::prelude::*;
use users::staff::{self, Accounts, ResendArguments, StaffAccount};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), UserPool.allows(&[AdminCreateUser, ListUsers])];
    type Input = ResendArguments;
    type Output = StaffAccount;
    type Dependencies = Accounts;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::resend_invitation(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
