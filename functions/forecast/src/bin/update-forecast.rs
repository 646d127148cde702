//! `PUT /forecast/update`: edits what is forecast of an item on a day.

use forecast::{
    model::ForecastRow,
    store::ForecastStore,
    update::{self, UpdateForecast},
};
use lambda_http::http::StatusCode;
use shared::{Action, Needs, Operation, Request, Result, audit::AuditTable};

struct PutForecast;

impl Operation for PutForecast {
    const NAME: &'static str = "PUT /forecast/update";
    const NEEDS: Needs = Needs::Action(Action::UpdateForecast);
    type Input = UpdateForecast;
    type Output = ForecastRow;
    type Uses = (ForecastStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<UpdateForecast>) -> Result<ForecastRow> {
        update::update_forecast(uses, request).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<PutForecast>(StatusCode::OK).await
}
