//! GraphQL mutation `rollBackFridgeArtifacts`: rolls fridges back to their previous versions.

use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits};
use software::{
    deploy::{Deployments, FridgeArtifactsArguments, FridgeArtifactsResult},
    roll_back,
};

struct RollBackFridgeArtifacts;

impl Operation for RollBackFridgeArtifacts {
    const NAME: &'static str = "rollBackFridgeArtifacts";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridges", 100), ("version", 100)];
    type Input = FridgeArtifactsArguments;
    type Output = FridgeArtifactsResult;
    type Dependencies = Deployments;

    async fn run(
        deployments: &Deployments,
        request: Request<FridgeArtifactsArguments>,
    ) -> Result<FridgeArtifactsResult> {
        roll_back::roll_back_fridge_artifacts(deployments, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<RollBackFridgeArtifacts>()
}
