//! GraphQL query `fridgeDeployment`: returns a deployment with its progress and history.

use shared::prelude::*;
use software::{
    deployment::read::{self, DeploymentDetail, FridgeDeploymentArguments},
    store::DeploymentStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const LIMITS: Limits = &[("id", 36)];
    const ACCESS: &'static [Access] = &[Table::Audit.allows(&[Query]), Table::FridgeDeployments.allows(&[GetItem])];
    type Input = FridgeDeploymentArguments;
    type Output = Option<DeploymentDetail>;
    type Dependencies = (DeploymentStore, AuditTable);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        read::fridge_deployment(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
