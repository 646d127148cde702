//! GraphQL query `fridgeSoftwareHistory`: what was deployed to a fridge, by whom and when.

use shared::{Needs, Operation, Page, Request, Result, audit::AuditTable};
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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<FridgeSoftwareHistory>().await
}
