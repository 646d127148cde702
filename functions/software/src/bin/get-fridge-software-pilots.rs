//! GraphQL query `getFridgeSoftwarePilots`: the pilots, or those that go on.

use shared::{Needs, Operation, Page, Request, Result};
use software::{
    model::Pilot,
    pilots::{self, GetFridgeSoftwarePilotsArguments},
    store::PilotStore,
};

struct GetFridgeSoftwarePilots;

impl Operation for GetFridgeSoftwarePilots {
    const NAME: &'static str = "getFridgeSoftwarePilots";
    const NEEDS: Needs = Needs::SignIn;
    type Input = GetFridgeSoftwarePilotsArguments;
    type Output = Page<Pilot>;
    type Uses = PilotStore;

    async fn run(store: &PilotStore, request: Request<GetFridgeSoftwarePilotsArguments>) -> Result<Page<Pilot>> {
        pilots::get_fridge_software_pilots(store, request.input).await
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), lambda_runtime::Error> {
    shared::graphql::serve::<GetFridgeSoftwarePilots>().await
}
