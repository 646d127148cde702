//! GraphQL query `opsLocations`: the short form of all locations, for existence checks and reports.

use locations::{
    lists::{self, OpsLocationPage, OpsLocationsArguments},
    store::LocationStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct OpsLocations;

impl Operation for OpsLocations {
    const NAME: &'static str = "opsLocations";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetAllLocation);
    type Input = OpsLocationsArguments;
    type Output = OpsLocationPage;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<OpsLocationsArguments>) -> Result<OpsLocationPage> {
        lists::ops_locations(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<OpsLocations>()
}
