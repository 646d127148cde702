//! GraphQL query `fridgeHealth`: what fridges reported last.

use health::{
    latest::{self, FridgeHealthArguments, FridgeHealthResult},
    store::LatestStore,
};
use locations::store::LocationStore;
use shared::{Exit, Needs, Operation, Request, Result};

struct FridgeHealth;

impl Operation for FridgeHealth {
    const NAME: &'static str = "fridgeHealth";
    const NEEDS: Needs = Needs::SignIn;
    type Input = FridgeHealthArguments;
    type Output = FridgeHealthResult;
    type Uses = (LatestStore, LocationStore);

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        latest::fridge_health(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeHealth>()
}
