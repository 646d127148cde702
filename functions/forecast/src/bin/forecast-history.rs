//! `GET /forecast/history`: lists the changes of an item's forecast on a day, newest first.

use forecast::history::{self, ForecastHistory, QuantityChange};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result, audit::AuditTable, rest::StatusCode};

struct GetForecastHistory;

impl Operation for GetForecastHistory {
    const NAME: &'static str = "GET /forecast/history";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = ForecastHistory;
    type Output = Page<QuantityChange>;
    type Dependencies = AuditTable;

    async fn run(dependencies: &Self::Dependencies, request: Request<ForecastHistory>) -> Result<Page<QuantityChange>> {
        history::forecast_history(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetForecastHistory>(StatusCode::OK)
}
