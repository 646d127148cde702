//! GraphQL mutation `schedulePlanogramUpdate`: schedules changes of planograms, or makes one.

use planograms::schedule::{self, SchedulePlanogramUpdateArguments, SchedulePlanogramUpdateResult, Uses};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct SchedulePlanogramUpdate;

impl Operation for SchedulePlanogramUpdate {
    const NAME: &'static str = "schedulePlanogramUpdate";
    const NEEDS: Needs = Needs::Action(Action::SchedulePlanogram);
    type Input = SchedulePlanogramUpdateArguments;
    type Output = SchedulePlanogramUpdateResult;
    type Uses = Uses;

    async fn run(uses: &Uses, request: Request<Self::Input>) -> Result<SchedulePlanogramUpdateResult> {
        schedule::schedule_planogram_update(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SchedulePlanogramUpdate>()
}
