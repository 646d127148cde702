//! GraphQL query `getFridgeSoftwarePilots`: the pilots, or those that go on.

use shared::{Exit, Needs, Operation, Page, Request, Result};
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

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeSoftwarePilots>()
}
