//! GraphQL query `jitLocations`: the stockings of a day of which JIT knows.

use jit::{
    list::{self, JitLocationsArguments},
    model::ToldJitLocation,
    store::JitStore,
};
use shared::{Action, Needs, Operation, Page, Request, Result};
use stocking::driver_action::DriverActionStore;

struct JitLocations;

impl Operation for JitLocations {
    const NAME: &'static str = "jitLocations";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueRoutes);
    type Input = JitLocationsArguments;
    type Output = Page<ToldJitLocation>;
    type Uses = (JitStore, DriverActionStore);

    async fn run(uses: &Self::Uses, request: Request<JitLocationsArguments>) -> Result<Page<ToldJitLocation>> {
        list::jit_locations(uses, request.input).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<JitLocations>().await
}
