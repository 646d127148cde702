//! `GET /reports/driverlog`: what drivers asked of fridges in a range of time.

use reports::{
    model::DriverLogEntry,
    read::{self, RangeArguments},
    rows::DriverLogRow,
    store::ReportStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, rest::StatusCode};

struct GetDriverLog;

impl Operation for GetDriverLog {
    const NAME: &'static str = "GET /reports/driverlog";
    const NEEDS: Needs = Needs::Action(Action::GetCheckPointStatus);
    type Input = RangeArguments;
    type Output = Page<DriverLogRow>;
    type Uses = ReportStore;

    async fn run(store: &ReportStore, request: Request<RangeArguments>) -> Result<Page<DriverLogRow>> {
        read::of_range::<DriverLogEntry, DriverLogRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetDriverLog>(StatusCode::OK)
}
