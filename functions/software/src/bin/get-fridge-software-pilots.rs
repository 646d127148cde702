//! GraphQL query `getFridgeSoftwarePilots`: lists all pilots or the active ones.

use shared::prelude::*;
use software::{
    model::Pilot,
    pilots::{self, GetFridgeSoftwarePilotsArguments},
    store::PilotStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeSoftwarePilots.allows(&[Query])];
    type Input = GetFridgeSoftwarePilotsArguments;
    type Output = Page<Pilot>;
    type Dependencies = PilotStore;

    async fn run(store: &PilotStore, request: Request<GetFridgeSoftwarePilotsArguments>) -> Result<Page<Pilot>> {
        pilots::get_fridge_software_pilots(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
