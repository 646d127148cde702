//! `PUT /forecast/update`: edits what is forecast of an item on a day.

use forecast::{
    model::ForecastRow,
    store::ForecastStore,
    update::{self, UpdateForecast},
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable, rest::StatusCode};

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

fn main() -> Exit {
    shared::rest::serve::<PutForecast>(StatusCode::OK)
}
