//! GraphQL mutation `schedulePlanogramUpdate`: schedules changes of planograms, or creates a planogram.

use planograms::schedule::{self, Dependencies, SchedulePlanogramUpdateArguments, SchedulePlanogramUpdateResult};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct SchedulePlanogramUpdate;

impl Operation for SchedulePlanogramUpdate {
    const NAME: &'static str = "schedulePlanogramUpdate";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SchedulePlanogram);
    type Input = SchedulePlanogramUpdateArguments;
    type Output = SchedulePlanogramUpdateResult;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<Self::Input>) -> Result<SchedulePlanogramUpdateResult> {
        schedule::schedule_planogram_update(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SchedulePlanogramUpdate>()
}
