//! `GET /locations/{id}/inventory`: what is in one fridge.

use inventory::{
    read::{self, FridgeInventory, InventoryArguments},
    store::InventoryStore,
};
use lambda_http::http::StatusCode;
use locations::store::LocationStore;
use shared::{Action, Needs, Operation, Request, Result};

struct GetInventoryForLocation;

impl Operation for GetInventoryForLocation {
    const NAME: &'static str = "GET /locations/{id}/inventory";
    const NEEDS: Needs = Needs::Action(Action::GetInventoryForLocation);
    type Input = InventoryArguments;
    type Output = FridgeInventory;
    type Uses = (InventoryStore, LocationStore);

    async fn run(uses: &Self::Uses, request: Request<InventoryArguments>) -> Result<FridgeInventory> {
        read::inventory_of(uses, request.input).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_http::Error> {
    shared::rest::serve::<GetInventoryForLocation>(StatusCode::OK).await
}
