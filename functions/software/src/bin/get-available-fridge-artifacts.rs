//! GraphQL query `getAvailableFridgeArtifacts`: lists the versions that can be deployed.

use serde::Deserialize;
use shared::{Exit, Operation, Request, RequiredPermission, Result};
use software::{
    available::{self, AvailableFridgeArtifact},
    bucket::ArtifactBucket,
};

struct GetAvailableFridgeArtifacts;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetAvailableFridgeArtifacts {
    const NAME: &'static str = "getAvailableFridgeArtifacts";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = Arguments;
    type Output = Vec<AvailableFridgeArtifact>;
    type Dependencies = ArtifactBucket;

    async fn run(bucket: &ArtifactBucket, _: Request<Arguments>) -> Result<Vec<AvailableFridgeArtifact>> {
        available::get_available_fridge_artifacts(bucket).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetAvailableFridgeArtifacts>()
}
