//! GraphQL query `opsLocations`: the short form of all locations, for existence checks and reports.

use locations::{
    lists::{self, OpsLocationPage, OpsLocationsArguments},
    store::LocationStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetAllLocation);
    const ACCESS: &'static [Access] = &[Table::Locations.index("fleet")];
    /// The largest page needs 38 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = OpsLocationsArguments;
    type Output = OpsLocationPage;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<OpsLocationsArguments>) -> Result<OpsLocationPage> {
        lists::ops_locations(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
