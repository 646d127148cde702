//! GraphQL mutation `acknowledgeFridgeAlert`: acknowledges an alert.

use health::{
    acknowledge::{self, AcknowledgeArguments},
    model::FridgeAlert,
    store::AlertStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable, live::Live};

struct AcknowledgeFridgeAlert;

impl Operation for AcknowledgeFridgeAlert {
    const NAME: &'static str = "acknowledgeFridgeAlert";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SendFridgeCommand);
    type Input = AcknowledgeArguments;
    type Output = FridgeAlert;
    type Dependencies = (AlertStore, AuditTable, Live);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        acknowledge::acknowledge_fridge_alert(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<AcknowledgeFridgeAlert>()
}
