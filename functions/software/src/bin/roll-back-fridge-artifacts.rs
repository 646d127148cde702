//! GraphQL mutation `rollBackFridgeArtifacts`: takes fridges back to the version that each had before.

use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits};
use software::{
    deploy::{Deployments, FridgeArtifactsArguments, FridgeArtifactsResult},
    roll_back,
};

struct RollBackFridgeArtifacts;

impl Operation for RollBackFridgeArtifacts {
    const NAME: &'static str = "rollBackFridgeArtifacts";
    const NEEDS: Needs = Needs::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridges", 100), ("version", 100)];
    type Input = FridgeArtifactsArguments;
    type Output = FridgeArtifactsResult;
    type Uses = Deployments;

    async fn run(uses: &Deployments, request: Request<FridgeArtifactsArguments>) -> Result<FridgeArtifactsResult> {
        roll_back::roll_back_fridge_artifacts(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RollBackFridgeArtifacts>()
}
