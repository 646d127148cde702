//! GraphQL query `fridgeHealth`: the latest report of each fridge.

use health::{
    latest::{self, FridgeHealthArguments, FridgeHealthResult},
    store::LatestStore,
};
use locations::store::LocationStore;
use shared::{Exit, Operation, Request, RequiredPermission, Result};

struct FridgeHealth;

impl Operation for FridgeHealth {
    const NAME: &'static str = "fridgeHealth";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = FridgeHealthArguments;
    type Output = FridgeHealthResult;
    type Dependencies = (LatestStore, LocationStore);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        latest::fridge_health(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<FridgeHealth>()
}
