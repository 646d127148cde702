//! GraphQL query `getAvailableFridgeArtifacts`: lists the versions that can be deployed.

use shared::prelude::*;
use software::{
    available::{self, AvailableFridgeArtifact},
    bucket::ArtifactBucket,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Bucket::Artifacts.lists_keys()];
    /// The largest response needs 31 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = NoInput;
    type Output = Vec<AvailableFridgeArtifact>;
    type Dependencies = ArtifactBucket;

    async fn run(bucket: &ArtifactBucket, _: Request<NoInput>) -> Result<Vec<AvailableFridgeArtifact>> {
        available::get_available_fridge_artifacts(bucket).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
