//! GraphQL mutation `rollBackFridgeArtifacts`: rolls fridges back to their previous versions.

use shared::prelude::*;
use software::{
    deploy::{Deployer, FridgeArtifactsArguments, FridgeArtifactsResult},
    roll_back,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridges", 100), ("version", 100)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeSoftwareVersion.allows(&[BatchGetItem, UpdateItem]),
        Table::Locations.allows(&[BatchGetItem]),
        Bucket::Artifacts.lists_keys(),
        Down::Software.publishes(),
    ];
    /// 2,500 fridges need 600 ms of CPU time. AppSync waits 30 seconds.
    const MEMORY_MIB: u32 = 512;
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = FridgeArtifactsArguments;
    type Output = FridgeArtifactsResult;
    type Dependencies = Deployer;

    async fn run(deployer: &Deployer, request: Request<FridgeArtifactsArguments>) -> Result<FridgeArtifactsResult> {
        roll_back::roll_back_fridge_artifacts(deployer, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
