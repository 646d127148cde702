//! `PUT /forecast/update`: edits the forecast of an item on a day.

use forecast::{
    model::ForecastRow,
    store::ForecastStore,
    update::{self, UpdateForecast},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable, rest::StatusCode};

struct PutForecast;

impl Operation for PutForecast {
    const NAME: &'static str = "PUT /forecast/update";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateForecast);
    type Input = UpdateForecast;
    type Output = ForecastRow;
    type Dependencies = (ForecastStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<UpdateForecast>) -> Result<ForecastRow> {
        update::update_forecast(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PutForecast>(StatusCode::OK)
}
