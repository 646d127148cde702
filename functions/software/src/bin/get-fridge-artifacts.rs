//! GraphQL query `getFridgeArtifacts`: lists the fridges by artifact and version.

use shared::prelude::*;
use software::{
    inventory::{self, FridgeArtifact, GetFridgeArtifactsArguments},
    store::SoftwareStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeSoftwareVersion.allows(&[Query])];
    /// A page has 5,000 fridges: 33 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = GetFridgeArtifactsArguments;
    type Output = Page<FridgeArtifact>;
    type Dependencies = SoftwareStore;

    async fn run(store: &SoftwareStore, request: Request<GetFridgeArtifactsArguments>) -> Result<Page<FridgeArtifact>> {
        inventory::get_fridge_artifacts(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
