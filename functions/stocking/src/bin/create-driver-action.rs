//! GraphQL mutation `createDriverAction`: records what a dispatcher decided about a drop.

use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits};
use stocking::{
    driver_action::DriverAction,
    override_drop::{self, CreateDriverActionArguments},
    record::MAX_DATA,
};

struct CreateDriverAction;

impl Operation for CreateDriverAction {
    const NAME: &'static str = "createDriverAction";
    const NEEDS: Needs = Needs::Action(Action::OverrideDrop);
    const LIMITS: Limits = &[("data", MAX_DATA)];
    type Input = CreateDriverActionArguments;
    type Output = DriverAction;
    type Uses = override_drop::Uses;

    async fn run(uses: &override_drop::Uses, request: Request<CreateDriverActionArguments>) -> Result<DriverAction> {
        override_drop::create_driver_action(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateDriverAction>()
}
