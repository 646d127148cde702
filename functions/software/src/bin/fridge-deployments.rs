//! GraphQL query `fridgeDeployments`: lists the deployments in stages.

use shared::prelude::*;
use software::{
    deployment::read::{self, DeploymentView, FridgeDeploymentsArguments},
    store::DeploymentStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeDeployments.index("byTime")];
    type Input = FridgeDeploymentsArguments;
    type Output = Page<DeploymentView>;
    type Dependencies = DeploymentStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        read::fridge_deployments(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
