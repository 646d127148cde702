//! GraphQL query `locations`: the fleet as the locations list shows it.

use locations::{
    lists::{self, LocationsArguments},
    model::LocationSummary,
    store::LocationStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};

struct Locations;

impl Operation for Locations {
    const NAME: &'static str = "locations";
    const NEEDS: Needs = Needs::Action(Action::GetAllLocation);
    type Input = LocationsArguments;
    type Output = Page<LocationSummary>;
    type Uses = LocationStore;

    async fn run(store: &LocationStore, request: Request<LocationsArguments>) -> Result<Page<LocationSummary>> {
        lists::locations(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<Locations>()
}
