//! GraphQL query `temperatureReadings`: the temperatures of a fridge in a period, oldest first.

use health::{
    model::FridgeTemperature,
    store::HistoryStore,
    temperature_record::{self, PeriodArguments},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeHistory.allows(&[Query])];
    type Input = PeriodArguments;
    type Output = Page<FridgeTemperature>;
    type Dependencies = HistoryStore;

    async fn run(dependencies: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        temperature_record::temperature_readings(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
