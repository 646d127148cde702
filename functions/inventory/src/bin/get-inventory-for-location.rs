//! `GET /locations/{id}/inventory`: returns the inventory of one fridge.

use inventory::{
    read::{self, FridgeInventory, InventoryArguments},
    store::InventoryStore,
};
use locations::{rules::limits, store::LocationStore};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/locations/{id}/inventory");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetInventoryForLocation);
    const LIMITS: Limits = &[("id", limits::ID)];
    const ACCESS: &'static [Access] = &[Table::Inventory.allows(&[GetItem]), Table::Locations.allows(&[BatchGetItem])];
    type Input = InventoryArguments;
    type Output = FridgeInventory;
    type Dependencies = (InventoryStore, LocationStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<InventoryArguments>) -> Result<FridgeInventory> {
        read::inventory_of(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
