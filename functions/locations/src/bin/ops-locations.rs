//! GraphQL query `opsLocations`: every location's id and type with what existence checks and reports need.

use locations::{
    lists::{self, OpsLocationPage, OpsLocationsArguments},
    store::LocationStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct OpsLocations;

impl Operation for OpsLocations {
    const NAME: &'static str = "opsLocations";
    const NEEDS: Needs = Needs::Action(Action::GetAllLocation);
    type Input = OpsLocationsArguments;
    type Output = OpsLocationPage;
    type Uses = LocationStore;

    async fn run(store: &LocationStore, request: Request<OpsLocationsArguments>) -> Result<OpsLocationPage> {
        lists::ops_locations(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<OpsLocations>()
}
