//! GraphQL mutation `followFridge`: publishes the reports of a fridge to its open page.

use health::{
    follow::{self, FollowFridgeArguments},
    store::LatestStore,
};
use inventory::store::InventoryStore;
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] =
        &[Table::FridgeHealth.allows(&[UpdateItem]), Table::Inventory.allows(&[UpdateItem])];
    type Input = FollowFridgeArguments;
    type Output = Instant;
    type Dependencies = (LatestStore, InventoryStore);

    async fn run(stores: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        follow::follow_fridge(stores, request.now, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
