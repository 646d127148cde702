//! GraphQL query `permissionHistory`: lists the changes of a user's permissions, newest first.

use shared::prelude::*;
use users::history::{self, AccessChange, PermissionHistoryArguments};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = PermissionHistoryArguments;
    type Output = Page<AccessChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        history::permission_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
