//! GraphQL mutation `putFridgeSoftwarePilot`: saves a pilot.

use locations::store::LocationStore;
use shared::prelude::*;
use software::{
    pilots::{self, PutFridgeSoftwarePilotArguments},
    store::PilotStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridgeIds", 100)];
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeSoftwarePilots.allows(&[GetItem, PutItem]),
        Table::Locations.allows(&[BatchGetItem]),
    ];
    type Input = PutFridgeSoftwarePilotArguments;
    type Output = bool;
    type Dependencies = (LocationStore, PilotStore, AuditTable);

    async fn run(uses: &Self::Dependencies, request: Request<PutFridgeSoftwarePilotArguments>) -> Result<bool> {
        pilots::put_fridge_software_pilot(uses, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
