//! GraphQL mutation `createDriverAction`: records a dispatcher's decision about a drop.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits};
use stocking::{
    driver_action::DriverAction,
    override_drop::{self, CreateDriverActionArguments},
    record::MAX_DATA,
};

struct CreateDriverAction;

impl Operation for CreateDriverAction {
    const NAME: &'static str = "createDriverAction";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::OverrideDrop);
    const LIMITS: Limits = &[("data", MAX_DATA)];
    type Input = CreateDriverActionArguments;
    type Output = DriverAction;
    type Dependencies = override_drop::Dependencies;

    async fn run(
        uses: &override_drop::Dependencies,
        request: Request<CreateDriverActionArguments>,
    ) -> Result<DriverAction> {
        override_drop::create_driver_action(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateDriverAction>()
}
