//! `GET /forecast/days`: what is forecast for several days.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ForecastDays},
};
use shared::{Exit, Needs, Operation, Request, Result, rest::StatusCode};

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

fn main() -> Exit {
    shared::rest::serve::<GetForecastDays>(StatusCode::OK)
}
