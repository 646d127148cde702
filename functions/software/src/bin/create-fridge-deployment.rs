//! GraphQL mutation `createFridgeDeployment`: creates a deployment in stages.

use shared::prelude::*;
use software::deployment::{
    create::{self, CreateDependencies, CreateFridgeDeploymentArguments},
    read::DeploymentView,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits =
        &[("clientToken", 36), ("fridges", 100), ("pilotId", 100), ("reason", 500), ("version", 100)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeDeployments.allows(&[BatchGetItem, GetItem, PutItem, Query, UpdateItem]),
        Table::FridgeSoftwarePilots.allows(&[GetItem]),
        Table::Locations.allows(&[BatchGetItem]),
        Bucket::Artifacts.lists_keys(),
    ];
    /// 2,500 fridges need 600 ms of CPU time. AppSync waits 30 seconds.
    const MEMORY_MIB: u32 = 512;
    const TIMEOUT_SECONDS: u32 = 28;
    type Input = CreateFridgeDeploymentArguments;
    type Output = DeploymentView;
    type Dependencies = CreateDependencies;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        create::create_fridge_deployment(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
