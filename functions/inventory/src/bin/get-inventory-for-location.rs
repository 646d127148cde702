//! `GET /locations/{id}/inventory`: returns the inventory of one fridge.

use inventory::{
    read::{self, FridgeInventory, InventoryArguments},
    store::InventoryStore,
};
use locations::{rules::limits, store::LocationStore};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, bounded::Limits, rest::StatusCode};

struct GetInventoryForLocation;

impl Operation for GetInventoryForLocation {
    const NAME: &'static str = "GET /locations/{id}/inventory";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetInventoryForLocation);
    const LIMITS: Limits = &[("id", limits::ID)];
    type Input = InventoryArguments;
    type Output = FridgeInventory;
    type Dependencies = (InventoryStore, LocationStore);

    async fn run(dependencies: &Self::Dependencies, request: Request<InventoryArguments>) -> Result<FridgeInventory> {
        read::inventory_of(dependencies, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetInventoryForLocation>(StatusCode::OK)
}
