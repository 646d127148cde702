//! GraphQL query `roleHistory`: lists the changes of a role, newest first.

use shared::prelude::*;
use users::{
    history::AccessChange,
    roles::{self, HistoryArguments},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const LIMITS: Limits = &[("id", 100)];
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = HistoryArguments;
    type Output = Page<AccessChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        roles::role_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
