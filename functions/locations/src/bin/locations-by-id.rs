//! GraphQL query `locationsById`: some locations with everything that the detail screen shows.

use locations::{
    lists::{self, LocationsByIdArguments},
    model::Location,
    store::LocationStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits};

struct LocationsById;

impl Operation for LocationsById {
    const NAME: &'static str = "locationsById";
    const NEEDS: Needs = Needs::Action(Action::GetSpecificLocation);
    const LIMITS: Limits = &[("ids", 100)];
    type Input = LocationsByIdArguments;
    type Output = Vec<Location>;
    type Uses = LocationStore;

    async fn run(store: &LocationStore, request: Request<LocationsByIdArguments>) -> Result<Vec<Location>> {
        lists::locations_by_id(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationsById>()
}
