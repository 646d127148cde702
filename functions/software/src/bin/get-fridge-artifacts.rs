//! GraphQL query `getFridgeArtifacts`: which fridges have which version of which software.

use shared::{Exit, Needs, Operation, Page, Request, Result};
use software::{
    inventory::{self, FridgeArtifact, GetFridgeArtifactsArguments},
    store::SoftwareStore,
};

struct GetFridgeArtifacts;

impl Operation for GetFridgeArtifacts {
    const NAME: &'static str = "getFridgeArtifacts";
    const NEEDS: Needs = Needs::SignIn;
    type Input = GetFridgeArtifactsArguments;
    type Output = Page<FridgeArtifact>;
    type Uses = SoftwareStore;

    async fn run(store: &SoftwareStore, request: Request<GetFridgeArtifactsArguments>) -> Result<Page<FridgeArtifact>> {
        inventory::get_fridge_artifacts(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeArtifacts>()
}
