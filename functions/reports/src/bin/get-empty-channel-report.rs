//! `GET /reports/emptychannel/{date}`: channels that gave nothing on a business day.

use lambda_http::http::StatusCode;
use reports::{
    model::EmptyChannel,
    read::{self, DayArguments},
    rows::EmptyChannelRow,
    store::ReportStore,
};
use shared::{Action, Needs, Operation, Page, Request, Result};

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

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<GetEmptyChannelReport>(StatusCode::OK).await
}
