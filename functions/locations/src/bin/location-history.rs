//! GraphQL query `locationHistory`: the changes of a location with user, time and reason.

use locations::history::{self, LocationHistoryArguments, LocationHistoryEntry};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetSpecificLocation);
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query])];
    type Input = LocationHistoryArguments;
    type Output = Page<LocationHistoryEntry>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<LocationHistoryArguments>) -> Result<Page<LocationHistoryEntry>> {
        history::location_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
