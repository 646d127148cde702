//! `GET /pars/report/{date}`: the packing slip report of a day.

use locations::store::LocationStore;
use packing_report::{
    model::Report,
    report::{self, ReportPars},
};
use pars::store::ParStore;
use routes::store::RouteStopStore;
use shared::{Action, Exit, Needs, Operation, Request, Result, rest::StatusCode};

struct GetParsReport;

impl Operation for GetParsReport {
    const NAME: &'static str = "GET /pars/report/{date}";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueRoutes);
    type Input = ReportPars;
    type Output = Report;
    type Uses = (ParStore, RouteStopStore, LocationStore);

    async fn run(uses: &Self::Uses, request: Request<ReportPars>) -> Result<Report> {
        report::report_pars(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetParsReport>(StatusCode::OK)
}
