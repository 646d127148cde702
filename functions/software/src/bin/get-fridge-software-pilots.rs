//! GraphQL query `getFridgeSoftwarePilots`: lists all pilots or the active ones.

use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};
use software::{
    model::Pilot,
    pilots::{self, GetFridgeSoftwarePilotsArguments},
    store::PilotStore,
};

struct GetFridgeSoftwarePilots;

impl Operation for GetFridgeSoftwarePilots {
    const NAME: &'static str = "getFridgeSoftwarePilots";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = GetFridgeSoftwarePilotsArguments;
    type Output = Page<Pilot>;
    type Dependencies = PilotStore;

    async fn run(store: &PilotStore, request: Request<GetFridgeSoftwarePilotsArguments>) -> Result<Page<Pilot>> {
        pilots::get_fridge_software_pilots(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeSoftwarePilots>()
}
