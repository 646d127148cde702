//! `GET /forecast/view/{date}`: returns the forecast of a day.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ViewForecast},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/forecast/view/{date}");
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Forecast.allows(&[BatchGetItem])];
    type Input = ViewForecast;
    type Output = ForecastRows;
    type Dependencies = ForecastStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<ViewForecast>) -> Result<ForecastRows> {
        view::view_forecast(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
