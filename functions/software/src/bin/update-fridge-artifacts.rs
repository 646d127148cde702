//! GraphQL mutation `updateFridgeArtifacts`: deploys a version of an artifact to fridges.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits};
use software::deploy::{self, Deployments, FridgeArtifactsArguments, FridgeArtifactsResult};

struct UpdateFridgeArtifacts;

impl Operation for UpdateFridgeArtifacts {
    const NAME: &'static str = "updateFridgeArtifacts";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridges", 100), ("version", 100)];
    type Input = FridgeArtifactsArguments;
    type Output = FridgeArtifactsResult;
    type Dependencies = Deployments;

    async fn run(
        deployments: &Deployments,
        request: Request<FridgeArtifactsArguments>,
    ) -> Result<FridgeArtifactsResult> {
        deploy::update_fridge_artifacts(deployments, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UpdateFridgeArtifacts>()
}
