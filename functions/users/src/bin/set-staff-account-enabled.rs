//! GraphQL mutation `setStaffAccountEnabled`: enables or disables a staff account.

use shared::prelude::*;
use users::staff::{self, Accounts, EnabledArguments, StaffAccount};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Permissions.allows(&[UpdateItem]),
        UserPool.allows(&[AdminDisableUser, AdminEnableUser, AdminUserGlobalSignOut, ListUsers]),
    ];
    type Input = EnabledArguments;
    type Output = StaffAccount;
    type Dependencies = Accounts;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        staff::set_staff_account_enabled(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
