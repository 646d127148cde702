//! `GET /reports/routetemperatures`: lists the temperatures measured on routes in a time range.

use reports::{
    model::Temperature,
    read::{self, RangeArguments},
    rows::RouteTemperatureRow,
    store::ReportStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/reports/routetemperatures");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::RecordTemperature);
    const ACCESS: &'static [Access] = &[Table::Reports.allows(&[Query])];
    /// The largest page needs 46 ms of CPU time.
    const MEMORY_MIB: u32 = 512;
    type Input = RangeArguments;
    type Output = Page<RouteTemperatureRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<RangeArguments>) -> Result<Page<RouteTemperatureRow>> {
        read::of_range::<Temperature, RouteTemperatureRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
