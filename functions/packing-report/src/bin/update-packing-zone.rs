//! `PUT /pars/zones`: edits the items of a bay.

use packing_report::{
    model::Layout,
    store::PackingZoneStore,
    zones::{self, UpdatePackingZone},
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable, rest::StatusCode};

struct PutPackingZone;

impl Operation for PutPackingZone {
    const NAME: &'static str = "PUT /pars/zones";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UploadPars);
    type Input = UpdatePackingZone;
    type Output = Layout;
    type Dependencies = (PackingZoneStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<UpdatePackingZone>) -> Result<Layout> {
        zones::update_packing_zone(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PutPackingZone>(StatusCode::OK)
}
