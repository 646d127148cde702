//! GraphQL query `planogram`: what a layout shows at a time, and what is scheduled after it.

use locations::names::NameStore;
use planograms::{
    read::{self, Planogram, PlanogramArguments},
    store::PlanogramStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct ReadPlanogram;

impl Operation for ReadPlanogram {
    const NAME: &'static str = "planogram";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueLayoutNames);
    type Input = PlanogramArguments;
    type Output = Option<Planogram>;
    type Uses = (PlanogramStore, NameStore);

    async fn run(uses: &Self::Uses, request: Request<PlanogramArguments>) -> Result<Option<Planogram>> {
        read::planogram(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<ReadPlanogram>()
}
