//! GraphQL query `locationRoutes`: the stops of a day's routes.

use routes::{
    day::{self, LocationRoutePage, LocationRoutesArguments},
    store::RouteStopStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result};
use stocking::store::PackingSlipStore;

struct LocationRoutes;

impl Operation for LocationRoutes {
    const NAME: &'static str = "locationRoutes";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueRoutes);
    type Input = LocationRoutesArguments;
    type Output = LocationRoutePage;
    type Uses = (RouteStopStore, PackingSlipStore);

    async fn run(uses: &Self::Uses, request: Request<LocationRoutesArguments>) -> Result<LocationRoutePage> {
        day::location_routes(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationRoutes>()
}
