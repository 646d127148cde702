//! GraphQL query `locationRoutes`: the stops of all routes of a day.

use routes::{
    day::{self, LocationRoutePage, LocationRoutesArguments},
    store::RouteStopStore,
};
use shared::prelude::*;
use stocking::{stop_times::StopTimeStore, store::PackingSlipStore};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    const ACCESS: &'static [Access] =
        &[Table::PackingSlips.allows(&[Query]), Table::RouteStops.allows(&[Query]), Table::StopTimes.allows(&[Query])];
    /// A page of 2,500 stops needs 34 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = LocationRoutesArguments;
    type Output = LocationRoutePage;
    type Dependencies = (RouteStopStore, PackingSlipStore, StopTimeStore);

    async fn run(
        dependencies: &Self::Dependencies,
        request: Request<LocationRoutesArguments>,
    ) -> Result<LocationRoutePage> {
        day::location_routes(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
