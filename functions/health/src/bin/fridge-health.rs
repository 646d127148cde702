//! GraphQL query `fridgeHealth`: the latest report of each fridge.

use health::{
    latest::{self, FridgeHealthArguments, FridgeHealthResult},
    store::LatestStore,
};
use locations::store::LocationStore;
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] =
        &[Table::FridgeHealth.allows(&[BatchGetItem]), Table::Locations.allows(&[BatchGetItem])];
    type Input = FridgeHealthArguments;
    type Output = FridgeHealthResult;
    type Dependencies = (LatestStore, LocationStore);

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        latest::fridge_health(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
