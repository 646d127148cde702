//! `GET /reports/stockouts/{date}`: lists the stock-outs of a business day.

use reports::{
    model::StockOut,
    read::{self, DayArguments},
    rows::StockOutRow,
    store::ReportStore,
};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result, rest::StatusCode};

struct GetStockOutReport;

impl Operation for GetStockOutReport {
    const NAME: &'static str = "GET /reports/stockouts/{date}";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = DayArguments;
    type Output = Page<StockOutRow>;
    type Dependencies = ReportStore;

    async fn run(store: &ReportStore, request: Request<DayArguments>) -> Result<Page<StockOutRow>> {
        read::of_day::<StockOut, StockOutRow>(store, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetStockOutReport>(StatusCode::OK)
}
