//! `GET /pars/report/{date}`: returns the packing report of a day.

use locations::store::LocationStore;
use packing_report::{
    model::Report,
    report::{self, ReportPars},
};
use pars::store::ParStore;
use routes::store::RouteStopStore;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};

struct GetParsReport;

impl Operation for GetParsReport {
    const NAME: &'static str = "GET /pars/report/{date}";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    type Input = ReportPars;
    type Output = Report;
    type Dependencies = (ParStore, RouteStopStore, LocationStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<ReportPars>) -> Result<Report> {
        report::report_pars(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetParsReport>(StatusCode::OK)
}
