//! GraphQL mutation `pauseFridgeDeployment`: pauses a deployment.

use shared::prelude::*;
use software::deployment::{
    read::DeploymentView,
    transition::{self, ChangeFridgeDeploymentArguments, TransitionDependencies},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("id", 36), ("reason", 500)];
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::FridgeDeployments.allows(&[GetItem, UpdateItem])];
    type Input = ChangeFridgeDeploymentArguments;
    type Output = DeploymentView;
    type Dependencies = TransitionDependencies;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        transition::pause_fridge_deployment(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
