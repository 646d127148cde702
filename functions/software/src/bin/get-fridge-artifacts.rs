//! GraphQL query `getFridgeArtifacts`: lists the fridges by artifact and version.

use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};
use software::{
    inventory::{self, FridgeArtifact, GetFridgeArtifactsArguments},
    store::SoftwareStore,
};

struct GetFridgeArtifacts;

impl Operation for GetFridgeArtifacts {
    const NAME: &'static str = "getFridgeArtifacts";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = GetFridgeArtifactsArguments;
    type Output = Page<FridgeArtifact>;
    type Dependencies = SoftwareStore;

    async fn run(store: &SoftwareStore, request: Request<GetFridgeArtifactsArguments>) -> Result<Page<FridgeArtifact>> {
        inventory::get_fridge_artifacts(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeArtifacts>()
}
