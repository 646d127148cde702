//! GraphQL query `fridgeSoftwareHistory`: what was deployed to a fridge, by whom and when.

use shared::{Exit, Needs, Operation, Page, Request, Result, audit::AuditTable};
use software::history::{self, FridgeSoftwareChange, FridgeSoftwareHistoryArguments};

struct FridgeSoftwareHistory;

impl Operation for FridgeSoftwareHistory {
    const NAME: &'static str = "fridgeSoftwareHistory";
    const NEEDS: Needs = Needs::SignIn;
    type Input = FridgeSoftwareHistoryArguments;
    type Output = Page<FridgeSoftwareChange>;
    type Uses = AuditTable;

    async fn run(
        audit: &AuditTable,
        request: Request<FridgeSoftwareHistoryArguments>,
    ) -> Result<Page<FridgeSoftwareChange>> {
        history::fridge_software_history(audit, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeSoftwareHistory>()
}
