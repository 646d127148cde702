//! `GET /reports/stockouts/{date}`: items that were sold out on a business day.

use reports::{
    model::StockOut,
    read::{self, DayArguments},
    rows::StockOutRow,
    store::ReportStore,
};
use shared::{Exit, Needs, Operation, Page, Request, Result, rest::StatusCode};

struct GetStockOutReport;

impl Operation for GetStockOutReport {
    const NAME: &'static str = "GET /reports/stockouts/{date}";
    const NEEDS: Needs = Needs::SignIn;
    type Input = DayArguments;
    type Output = Page<StockOutRow>;
    type Uses = ReportStore;

    async fn run(store: &ReportStore, request: Request<DayArguments>) -> Result<Page<StockOutRow>> {
        read::of_day::<StockOut, StockOutRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetStockOutReport>(StatusCode::OK)
}
