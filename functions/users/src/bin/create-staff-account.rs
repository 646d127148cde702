//! GraphQL mutation `createStaffAccount`: creates a staff account and sends an invitation.

use shared::prelude::*;
use users::staff::{self, Accounts, CreateArguments, StaffAccount};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem, Query]), UserPool.allows(&[AdminCreateUser, ListUsers])];
    type Input = CreateArguments;
    type Output = StaffAccount;
    type Dependencies = Accounts;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::create_staff_account(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
