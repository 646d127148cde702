//! GraphQL query `fridgeTemperatures`: how warm a fridge was, oldest first.

use health::{
    model::FridgeTemperature,
    store::HistoryStore,
    temperatures::{self, TemperaturesArguments},
};
use shared::{Exit, Needs, Operation, Request, Result};

struct FridgeTemperatures;

impl Operation for FridgeTemperatures {
    const NAME: &'static str = "fridgeTemperatures";
    const NEEDS: Needs = Needs::SignIn;
    type Input = TemperaturesArguments;
    type Output = Vec<FridgeTemperature>;
    type Uses = HistoryStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        temperatures::fridge_temperatures(uses, request.now, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeTemperatures>()
}
