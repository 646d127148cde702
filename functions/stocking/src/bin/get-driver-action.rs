//! GraphQL query `getDriverAction`: lists driver actions of one type, or the drop decisions of a day.

use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};
use stocking::{
    actions::{self, DriverActionsArguments},
    decision::DropDecisionStore,
    driver_action::{DriverAction, DriverActionStore},
};

struct GetDriverAction;

impl Operation for GetDriverAction {
    const NAME: &'static str = "getDriverAction";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetCheckPointStatus);
    type Input = DriverActionsArguments;
    type Output = Page<DriverAction>;
    type Dependencies = (DriverActionStore, DropDecisionStore);

    async fn run(stores: &Self::Dependencies, request: Request<DriverActionsArguments>) -> Result<Page<DriverAction>> {
        actions::get_driver_action(stores, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetDriverAction>()
}
