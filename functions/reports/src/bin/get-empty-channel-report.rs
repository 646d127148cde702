//! `GET /reports/emptychannel/{date}`: channels that gave nothing on a business day.

use reports::{
    model::EmptyChannel,
    read::{self, DayArguments},
    rows::EmptyChannelRow,
    store::ReportStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result, rest::StatusCode};

struct GetEmptyChannelReport;

impl Operation for GetEmptyChannelReport {
    const NAME: &'static str = "GET /reports/emptychannel/{date}";
    const NEEDS: Needs = Needs::Action(Action::GetEmptyChannel);
    type Input = DayArguments;
    type Output = Page<EmptyChannelRow>;
    type Uses = ReportStore;

    async fn run(store: &ReportStore, request: Request<DayArguments>) -> Result<Page<EmptyChannelRow>> {
        read::of_day::<EmptyChannel, EmptyChannelRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetEmptyChannelReport>(StatusCode::OK)
}
