//! GraphQL query `fridgeDeploymentTargets`: lists the fridges of a deployment.

use health::store::LatestStore;
use shared::prelude::*;
use software::{
    deployment::read::{self, FridgeDeploymentTargetsArguments, TargetView},
    store::DeploymentStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const LIMITS: Limits = &[("id", 36)];
    const ACCESS: &'static [Access] =
        &[Table::FridgeDeployments.allows(&[GetItem, Query]), Table::FridgeHealth.allows(&[BatchGetItem])];
    type Input = FridgeDeploymentTargetsArguments;
    type Output = Page<TargetView>;
    type Dependencies = (DeploymentStore, LatestStore);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        read::fridge_deployment_targets(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
