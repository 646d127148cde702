//! GraphQL query `fridgeSoftwareHistory`: lists the deployments to a fridge.

use shared::prelude::*;
use software::history::{self, FridgeSoftwareChange, FridgeSoftwareHistoryArguments};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = FridgeSoftwareHistoryArguments;
    type Output = Page<FridgeSoftwareChange>;
    type Dependencies = AuditTable;

    async fn run(
        audit: &AuditTable,
        request: Request<FridgeSoftwareHistoryArguments>,
    ) -> Result<Page<FridgeSoftwareChange>> {
        history::fridge_software_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
