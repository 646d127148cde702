//! GraphQL query `fridgeTemperatures`: temperatures of a fridge, oldest first.

use health::{
    model::FridgeTemperature,
    store::HistoryStore,
    temperatures::{self, TemperaturesArguments},
};
use shared::{Exit, Operation, Request, RequiredPermission, Result};

struct FridgeTemperatures;

impl Operation for FridgeTemperatures {
    const NAME: &'static str = "fridgeTemperatures";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = TemperaturesArguments;
    type Output = Vec<FridgeTemperature>;
    type Dependencies = HistoryStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        temperatures::fridge_temperatures(uses, request.now, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeTemperatures>()
}
