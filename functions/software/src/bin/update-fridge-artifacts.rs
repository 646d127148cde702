//! GraphQL mutation `updateFridgeArtifacts`: deploys a version of a software to fridges.

use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits};
use software::deploy::{self, Deployments, FridgeArtifactsArguments, FridgeArtifactsResult};

struct UpdateFridgeArtifacts;

impl Operation for UpdateFridgeArtifacts {
    const NAME: &'static str = "updateFridgeArtifacts";
    const NEEDS: Needs = Needs::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridges", 100), ("version", 100)];
    type Input = FridgeArtifactsArguments;
    type Output = FridgeArtifactsResult;
    type Uses = Deployments;

    async fn run(uses: &Deployments, request: Request<FridgeArtifactsArguments>) -> Result<FridgeArtifactsResult> {
        deploy::update_fridge_artifacts(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UpdateFridgeArtifacts>()
}
