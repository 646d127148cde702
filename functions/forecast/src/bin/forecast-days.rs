//! `GET /forecast/days`: returns the forecasts of several days.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ForecastDays},
};
use shared::{Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};

struct GetForecastDays;

impl Operation for GetForecastDays {
    const NAME: &'static str = "GET /forecast/days";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = ForecastDays;
    type Output = ForecastRows;
    type Dependencies = ForecastStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<ForecastDays>) -> Result<ForecastRows> {
        view::forecast_days(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetForecastDays>(StatusCode::OK)
}
