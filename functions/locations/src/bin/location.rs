//! GraphQL query `location`: one location with all attributes.

use locations::{
    model::{Location, LocationId},
    store::LocationStore,
};
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};

struct LocationById;

#[derive(Deserialize)]
struct Arguments {
    id: LocationId,
}

impl Operation for LocationById {
    const NAME: &'static str = "location";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetSpecificLocation);
    type Input = Arguments;
    type Output = Option<Location>;
    type Dependencies = LocationStore;

    async fn run(store: &LocationStore, request: Request<Arguments>) -> Result<Option<Location>> {
        store.get(&request.input.id).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationById>()
}
