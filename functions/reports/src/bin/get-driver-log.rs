//! `GET /reports/driverlog`: lists the requests of drivers to fridges in a time range.

use reports::{
    model::DriverLogEntry,
    read::{self, RangeArguments},
    rows::DriverLogRow,
    store::ReportStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, rest::StatusCode};

struct GetDriverLog;

impl Operation for GetDriverLog {
    const NAME: &'static str = "GET /reports/driverlog";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetCheckPointStatus);
    type Input = RangeArguments;
    type Output = Page<DriverLogRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<RangeArguments>) -> Result<Page<DriverLogRow>> {
        read::of_range::<DriverLogEntry, DriverLogRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetDriverLog>(StatusCode::OK)
}
