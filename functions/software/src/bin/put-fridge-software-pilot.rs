//! GraphQL mutation `putFridgeSoftwarePilot`: saves a pilot.

use locations::store::LocationStore;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable, bounded::Limits};
use software::{
    pilots::{self, PutFridgeSoftwarePilotArguments},
    store::PilotStore,
};

struct PutFridgeSoftwarePilot;

impl Operation for PutFridgeSoftwarePilot {
    const NAME: &'static str = "putFridgeSoftwarePilot";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::DeployFridgeSoftware);
    const LIMITS: Limits = &[("fridgeIds", 100)];
    type Input = PutFridgeSoftwarePilotArguments;
    type Output = bool;
    type Dependencies = (LocationStore, PilotStore, AuditTable);

    async fn run(uses: &Self::Dependencies, request: Request<PutFridgeSoftwarePilotArguments>) -> Result<bool> {
        pilots::put_fridge_software_pilot(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<PutFridgeSoftwarePilot>()
}
