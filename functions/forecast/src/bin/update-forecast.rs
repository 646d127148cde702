//! `PUT /forecast/update`: edits the forecast of an item on a day.

use forecast::{
    model::ForecastRow,
    store::ForecastStore,
    update::{self, UpdateForecast},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::put("/forecast/update");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UpdateForecast);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::Forecast.allows(&[BatchGetItem, PutItem])];
    type Input = UpdateForecast;
    type Output = ForecastRow;
    type Dependencies = (ForecastStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<UpdateForecast>) -> Result<ForecastRow> {
        update::update_forecast(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
