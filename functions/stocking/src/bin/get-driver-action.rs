//! GraphQL query `getDriverAction`: what drivers and dispatchers did, of one type, from an instant on.

use shared::{Action, Exit, Needs, Operation, Page, Request, Result};
use stocking::{
    actions::{self, DriverActionsArguments},
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore},
};

struct GetDriverAction;

impl Operation for GetDriverAction {
    const NAME: &'static str = "getDriverAction";
    const NEEDS: Needs = Needs::Action(Action::GetCheckPointStatus);
    type Input = DriverActionsArguments;
    type Output = Page<DriverAction>;
    type Uses = (DriverActionStore, DropDecisionStore);

    async fn run(stores: &Self::Uses, request: Request<DriverActionsArguments>) -> Result<Page<DriverAction>> {
        actions::get_driver_action(stores, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetDriverAction>()
}
