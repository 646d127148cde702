//! `GET /forecast/view/{date}`: returns the forecast of a day.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ViewForecast},
};
use shared::{Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};

struct GetForecast;

impl Operation for GetForecast {
    const NAME: &'static str = "GET /forecast/view/{date}";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = ViewForecast;
    type Output = ForecastRows;
    type Dependencies = ForecastStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<ViewForecast>) -> Result<ForecastRows> {
        view::view_forecast(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetForecast>(StatusCode::OK)
}
