//! GraphQL mutation `continueFridgeDeployment`: starts more stages of a deployment.

use shared::prelude::*;
use software::deployment::{
    read::DeploymentView,
    transition::{self, ContinueFridgeDeploymentArguments, TransitionDependencies},
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("id", 36)];
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::FridgeDeployments.allows(&[GetItem, UpdateItem])];
    type Input = ContinueFridgeDeploymentArguments;
    type Output = DeploymentView;
    type Dependencies = TransitionDependencies;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        transition::continue_fridge_deployment(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
