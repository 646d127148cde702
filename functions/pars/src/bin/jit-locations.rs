//! GraphQL query `jitLocations`: the stockings of a day of which JIT knows; of one location with their pars.

use jit::{list::JitLocationsArguments, store::JitStore};
use pars::{
    jit_list::{self, JitLocationWithPars},
    store::ParStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};
use stocking::driver_action::DriverActionStore;

struct JitLocations;

impl Operation for JitLocations {
    const NAME: &'static str = "jitLocations";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueRoutes);
    type Input = JitLocationsArguments;
    type Output = Page<JitLocationWithPars>;
    type Uses = (JitStore, DriverActionStore, ParStore);

    async fn run(uses: &Self::Uses, request: Request<JitLocationsArguments>) -> Result<Page<JitLocationWithPars>> {
        jit_list::jit_locations(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<JitLocations>()
}
