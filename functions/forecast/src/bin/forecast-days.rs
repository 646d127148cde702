//! `GET /forecast/days`: what is forecast for several days.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ForecastDays},
};
use lambda_http::http::StatusCode;
use shared::{Needs, Operation, Request, Result};

struct GetForecastDays;

impl Operation for GetForecastDays {
    const NAME: &'static str = "GET /forecast/days";
    const NEEDS: Needs = Needs::SignIn;
    type Input = ForecastDays;
    type Output = ForecastRows;
    type Uses = ForecastStore;

    async fn run(uses: &Self::Uses, request: Request<ForecastDays>) -> Result<ForecastRows> {
        view::forecast_days(uses, request.input).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<GetForecastDays>(StatusCode::OK).await
}
