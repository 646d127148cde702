//! GraphQL mutation `createRouteStops`: replaces the stops of one route on one day.

use locations::store::LocationStore;
use routes::{
    replace::{self, CreateRouteStopsArguments, RouteStopsResult},
    store::RouteStopStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};

struct CreateRouteStops;

impl Operation for CreateRouteStops {
    const NAME: &'static str = "createRouteStops";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UploadRoutes);
    type Input = CreateRouteStopsArguments;
    type Output = RouteStopsResult;
    type Dependencies = (LocationStore, RouteStopStore, AuditTable);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<CreateRouteStopsArguments>,
    ) -> Result<RouteStopsResult> {
        replace::create_route_stops(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<CreateRouteStops>()
}
