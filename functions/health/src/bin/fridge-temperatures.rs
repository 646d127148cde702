//! GraphQL query `fridgeTemperatures`: temperatures of a fridge, oldest first.

use health::{
    model::FridgeTemperature,
    store::HistoryStore,
    temperatures::{self, TemperaturesArguments},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeHistory.allows(&[Query])];
    type Input = TemperaturesArguments;
    type Output = Vec<FridgeTemperature>;
    type Dependencies = HistoryStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        temperatures::fridge_temperatures(uses, request.now, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
