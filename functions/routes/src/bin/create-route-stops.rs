//! GraphQL mutation `createRouteStops`: stores the stops of one route on one day in place of those before.

use locations::store::LocationStore;
use routes::{
    replace::{self, CreateRouteStopsArguments, RouteStopsResult},
    store::RouteStopStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct CreateRouteStops;

impl Operation for CreateRouteStops {
    const NAME: &'static str = "createRouteStops";
    const NEEDS: Needs = Needs::Action(Action::UploadRoutes);
    type Input = CreateRouteStopsArguments;
    type Output = RouteStopsResult;
    type Uses = (LocationStore, RouteStopStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<CreateRouteStopsArguments>) -> Result<RouteStopsResult> {
        replace::create_route_stops(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateRouteStops>()
}
