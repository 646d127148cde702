//! GraphQL query `fridgeSoftwareHistory`: lists the deployments to a fridge.

use shared::{Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable};
use software::history::{self, FridgeSoftwareChange, FridgeSoftwareHistoryArguments};

struct FridgeSoftwareHistory;

impl Operation for FridgeSoftwareHistory {
    const NAME: &'static str = "fridgeSoftwareHistory";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
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
    shared::graphql::serve::<FridgeSoftwareHistory>()
}
