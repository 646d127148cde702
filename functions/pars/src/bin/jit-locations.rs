//! GraphQL query `jitLocations`: lists the JIT status of a day's stockings, with pars if a location is given.

use jit::{list::JitLocationsArguments, store::JitStore};
use pars::{
    jit_list::{self, JitLocationWithPars},
    store::ParStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};
use stocking::driver_action::DriverActionStore;

struct JitLocations;

impl Operation for JitLocations {
    const NAME: &'static str = "jitLocations";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    type Input = JitLocationsArguments;
    type Output = Page<JitLocationWithPars>;
    type Dependencies = (JitStore, DriverActionStore, ParStore);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<JitLocationsArguments>,
    ) -> Result<Page<JitLocationWithPars>> {
        jit_list::jit_locations(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<JitLocations>()
}
