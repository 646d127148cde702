//! `GET /forecast/view/{date}`: what is forecast for a day.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ViewForecast},
};
use shared::{Exit, Needs, Operation, Request, Result, rest::StatusCode};

struct GetForecast;

impl Operation for GetForecast {
    const NAME: &'static str = "GET /forecast/view/{date}";
    const NEEDS: Needs = Needs::SignIn;
    type Input = ViewForecast;
    type Output = ForecastRows;
    type Uses = ForecastStore;

    async fn run(uses: &Self::Uses, request: Request<ViewForecast>) -> Result<ForecastRows> {
        view::view_forecast(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetForecast>(StatusCode::OK)
}
