//! GraphQL query `featureFlagHistory`: lists the changes of a feature flag, newest first.

use shared::prelude::*;
use users::history::{self, AccessChange, FlagHistoryArguments};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::ManagePermissions);
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = FlagHistoryArguments;
    type Output = Page<AccessChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        history::feature_flag_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
