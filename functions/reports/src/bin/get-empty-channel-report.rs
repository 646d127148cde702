//! `GET /reports/emptychannel/{date}`: lists the empty channels of a business day.

use reports::{
    model::EmptyChannel,
    read::{self, DayArguments},
    rows::EmptyChannelRow,
    store::ReportStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result, rest::StatusCode};

struct GetEmptyChannelReport;

impl Operation for GetEmptyChannelReport {
    const NAME: &'static str = "GET /reports/emptychannel/{date}";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetEmptyChannel);
    type Input = DayArguments;
    type Output = Page<EmptyChannelRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<DayArguments>) -> Result<Page<EmptyChannelRow>> {
        read::of_day::<EmptyChannel, EmptyChannelRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetEmptyChannelReport>(StatusCode::OK)
}
