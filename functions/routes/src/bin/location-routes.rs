//! GraphQL query `locationRoutes`: the stops of all routes of a day.

use routes::{
    day::{self, LocationRoutePage, LocationRoutesArguments},
    store::RouteStopStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result};
use stocking::store::PackingSlipStore;

struct LocationRoutes;

impl Operation for LocationRoutes {
    const NAME: &'static str = "locationRoutes";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    type Input = LocationRoutesArguments;
    type Output = LocationRoutePage;
    type Dependencies = (RouteStopStore, PackingSlipStore);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<LocationRoutesArguments>,
    ) -> Result<LocationRoutePage> {
        day::location_routes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LocationRoutes>()
}
