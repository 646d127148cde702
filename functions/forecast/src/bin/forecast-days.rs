//! `GET /forecast/days`: returns the forecasts of several days.

use forecast::{
    model::ForecastRows,
    store::ForecastStore,
    view::{self, ForecastDays},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/forecast/days");
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::Forecast.allows(&[BatchGetItem])];
    type Input = ForecastDays;
    type Output = ForecastRows;
    type Dependencies = ForecastStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<ForecastDays>) -> Result<ForecastRows> {
        view::forecast_days(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
