//! GraphQL query `fleetHealth`: the latest reports of the whole fleet in short form, in pages.

use health::{
    fleet::{self, FleetHealthArguments},
    model::FridgeHealthSummary,
    store::LatestStore,
};
use shared::{Page, prelude::*};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeHealth.index("byFleet")];
    /// The largest page needs 24 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = FleetHealthArguments;
    type Output = Page<FridgeHealthSummary>;
    type Dependencies = LatestStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        fleet::fleet_health(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
