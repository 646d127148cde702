//! `GET /forecast/history`: what changed of an item's forecast for a day, newest first.

use forecast::history::{self, ForecastHistory, QuantityChange};
use shared::{Exit, Needs, Operation, Page, Request, Result, audit::AuditTable, rest::StatusCode};

struct GetForecastHistory;

impl Operation for GetForecastHistory {
    const NAME: &'static str = "GET /forecast/history";
    const NEEDS: Needs = Needs::SignIn;
    type Input = ForecastHistory;
    type Output = Page<QuantityChange>;
    type Uses = AuditTable;

    async fn run(uses: &Self::Uses, request: Request<ForecastHistory>) -> Result<Page<QuantityChange>> {
        history::forecast_history(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetForecastHistory>(StatusCode::OK)
}
