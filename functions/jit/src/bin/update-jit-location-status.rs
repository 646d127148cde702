//! GraphQL mutation `updateJITLocationStatus`: turns JIT of stockings on or off.

use jit::update::{self, Dependencies, UpdateArguments, UpdateResult};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct UpdateJitLocationStatus;

impl Operation for UpdateJitLocationStatus {
    const NAME: &'static str = "updateJITLocationStatus";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateJit);
    type Input = UpdateArguments;
    type Output = Vec<UpdateResult>;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<UpdateArguments>) -> Result<Vec<UpdateResult>> {
        update::update_jit_location_status(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UpdateJitLocationStatus>()
}
