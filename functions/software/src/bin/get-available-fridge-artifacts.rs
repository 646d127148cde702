//! GraphQL query `getAvailableFridgeArtifacts`: which versions there are to be deployed.

use serde::Deserialize;
use shared::{Exit, Needs, Operation, Request, Result};
use software::{
    available::{self, AvailableFridgeArtifact},
    bucket::ArtifactBucket,
};

struct GetAvailableFridgeArtifacts;

#[derive(Deserialize)]
struct Arguments {}

impl Operation for GetAvailableFridgeArtifacts {
    const NAME: &'static str = "getAvailableFridgeArtifacts";
    const NEEDS: Needs = Needs::SignIn;
    type Input = Arguments;
    type Output = Vec<AvailableFridgeArtifact>;
    type Uses = ArtifactBucket;

    async fn run(bucket: &ArtifactBucket, _: Request<Arguments>) -> Result<Vec<AvailableFridgeArtifact>> {
        available::get_available_fridge_artifacts(bucket).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetAvailableFridgeArtifacts>()
}
