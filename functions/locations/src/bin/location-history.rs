//! GraphQL query `locationHistory`: who changed what of a location, when and why.

use locations::history::{self, LocationHistoryArguments, LocationHistoryEntry};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, audit::AuditTable};

struct LocationHistory;

impl Operation for LocationHistory {
    const NAME: &'static str = "locationHistory";
    const NEEDS: Needs = Needs::Action(Action::GetSpecificLocation);
    type Input = LocationHistoryArguments;
    type Output = Page<LocationHistoryEntry>;
    type Uses = AuditTable;

    async fn run(audit: &AuditTable, request: Request<LocationHistoryArguments>) -> Result<Page<LocationHistoryEntry>> {
        history::location_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationHistory>()
}
