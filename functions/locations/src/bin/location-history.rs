//! GraphQL query `locationHistory`: the changes of a location with user, time and reason.

use locations::history::{self, LocationHistoryArguments, LocationHistoryEntry};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable};

struct LocationHistory;

impl Operation for LocationHistory {
    const NAME: &'static str = "locationHistory";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetSpecificLocation);
    type Input = LocationHistoryArguments;
    type Output = Page<LocationHistoryEntry>;
    type Dependencies = AuditTable;

    async fn run(audit: &AuditTable, request: Request<LocationHistoryArguments>) -> Result<Page<LocationHistoryEntry>> {
        history::location_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationHistory>()
}
