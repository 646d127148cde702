//! GraphQL query `location`: one location with everything the detail screen shows.

use locations::{
    model::{Location, LocationId},
    store::LocationStore,
};
use serde::Deserialize;
use shared::{Action, Exit, Needs, Operation, Request, Result};

struct LocationById;

#[derive(Deserialize)]
struct Arguments {
    id: LocationId,
}

impl Operation for LocationById {
    const NAME: &'static str = "location";
    const NEEDS: Needs = Needs::Action(Action::GetSpecificLocation);
    type Input = Arguments;
    type Output = Option<Location>;
    type Uses = LocationStore;

    async fn run(store: &LocationStore, request: Request<Arguments>) -> Result<Option<Location>> {
        store.get(&request.input.id).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationById>()
}
