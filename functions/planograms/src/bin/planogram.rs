//! GraphQL query `planogram`: returns the planogram of a layout at an instant, and its scheduled changes.

use locations::names::NameStore;
use planograms::{
    read::{self, Planogram, PlanogramArguments},
    store::PlanogramStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct ReadPlanogram;

impl Operation for ReadPlanogram {
    const NAME: &'static str = "planogram";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueLayoutNames);
    type Input = PlanogramArguments;
    type Output = Option<Planogram>;
    type Dependencies = (PlanogramStore, NameStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<PlanogramArguments>) -> Result<Option<Planogram>> {
        read::planogram(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReadPlanogram>()
}
