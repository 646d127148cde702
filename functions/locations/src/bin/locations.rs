//! GraphQL query `locations`: the locations list.

use locations::{
    lists::{self, LocationsArguments},
    model::LocationSummary,
    store::LocationStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};

struct Locations;

impl Operation for Locations {
    const NAME: &'static str = "locations";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetAllLocation);
    type Input = LocationsArguments;
    type Output = Page<LocationSummary>;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<LocationsArguments>) -> Result<Page<LocationSummary>> {
        lists::locations(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<Locations>()
}
