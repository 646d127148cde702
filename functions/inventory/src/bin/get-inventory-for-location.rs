//! `GET /locations/{id}/inventory`: what is in one fridge.

use inventory::{
    read::{self, FridgeInventory, InventoryArguments},
    store::InventoryStore,
};
use locations::{rules::limits, store::LocationStore};
use shared::{Action, Exit, Needs, Operation, Request, Result, bounded::Limits, rest::StatusCode};

struct GetInventoryForLocation;

impl Operation for GetInventoryForLocation {
    const NAME: &'static str = "GET /locations/{id}/inventory";
    const NEEDS: Needs = Needs::Action(Action::GetInventoryForLocation);
    const LIMITS: Limits = &[("id", limits::ID)];
    type Input = InventoryArguments;
    type Output = FridgeInventory;
    type Uses = (InventoryStore, LocationStore);

    async fn run(uses: &Self::Uses, request: Request<InventoryArguments>) -> Result<FridgeInventory> {
        read::inventory_of(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetInventoryForLocation>(StatusCode::OK)
}
