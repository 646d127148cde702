//! `GET /pars/report/{date}`: returns the packing report of a day.

use locations::store::LocationStore;
use packing_report::{
    model::Report,
    report::{self, ReportPars},
};
use pars::store::ParStore;
use routes::store::RouteStopStore;
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/pars/report/{date}");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    const ACCESS: &'static [Access] =
        &[Table::Locations.allows(&[BatchGetItem]), Table::Pars.allows(&[Query]), Table::RouteStops.allows(&[Query])];
    /// The largest page needs 26 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = ReportPars;
    type Output = Report;
    type Dependencies = (ParStore, RouteStopStore, LocationStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<ReportPars>) -> Result<Report> {
        report::report_pars(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
