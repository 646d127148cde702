//! GraphQL mutation `acknowledgeFridgeAlert`: a person takes note of an alert.

use health::{
    acknowledge::{self, AcknowledgeArguments},
    model::FridgeAlert,
    store::AlertStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable, live::Live};

struct AcknowledgeFridgeAlert;

impl Operation for AcknowledgeFridgeAlert {
    const NAME: &'static str = "acknowledgeFridgeAlert";
    const NEEDS: Needs = Needs::Action(Action::SendFridgeCommand);
    type Input = AcknowledgeArguments;
    type Output = FridgeAlert;
    type Uses = (AlertStore, AuditTable, Live);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        acknowledge::acknowledge_fridge_alert(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<AcknowledgeFridgeAlert>()
}
