//! GraphQL mutation `updateJITLocationStatus`: decides about the JIT of stockings.

use jit::update::{self, UpdateArguments, UpdateResult, Uses};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct UpdateJitLocationStatus;

impl Operation for UpdateJitLocationStatus {
    const NAME: &'static str = "updateJITLocationStatus";
    const NEEDS: Needs = Needs::Action(Action::UpdateJit);
    type Input = UpdateArguments;
    type Output = Vec<UpdateResult>;
    type Uses = Uses;

    async fn run(uses: &Uses, request: Request<UpdateArguments>) -> Result<Vec<UpdateResult>> {
        update::update_jit_location_status(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UpdateJitLocationStatus>()
}
