//! GraphQL mutation `uploadParMaps`: replaces the pars of stockings.

use pars::upload::{self, Dependencies, ParMapResult, UploadParMapsArguments};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct UploadParMaps;

impl Operation for UploadParMaps {
    const NAME: &'static str = "uploadParMaps";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UploadPars);
    type Input = UploadParMapsArguments;
    type Output = Vec<ParMapResult>;
    type Dependencies = Dependencies;

    async fn run(dependencies: &Dependencies, request: Request<UploadParMapsArguments>) -> Result<Vec<ParMapResult>> {
        upload::upload_par_maps(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<UploadParMaps>()
}
