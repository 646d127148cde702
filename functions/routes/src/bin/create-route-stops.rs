//! GraphQL mutation `createRouteStops`: replaces the stops of one route on one day.

use locations::store::LocationStore;
use routes::{
    replace::{self, CreateRouteStopsArguments, RouteStopsResult},
    store::RouteStopStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UploadRoutes);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Locations.allows(&[BatchGetItem]),
        Table::RouteStops.allows(&[GetItem, PutItem]),
    ];
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
    shared::serve::<Function>()
}
