//! GraphQL query `locationsById`: several locations with all attributes.

use locations::{
    lists::{self, LocationsByIdArguments},
    model::Location,
    store::LocationStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits};

struct LocationsById;

impl Operation for LocationsById {
    const NAME: &'static str = "locationsById";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetSpecificLocation);
    const LIMITS: Limits = &[("ids", 100)];
    type Input = LocationsByIdArguments;
    type Output = Vec<Location>;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<LocationsByIdArguments>) -> Result<Vec<Location>> {
        lists::locations_by_id(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationsById>()
}
