//! `PUT /pars/zones`: edits what is packed from a bay.

use packing_report::{
    model::Layout,
    store::PackingZoneStore,
    zones::{self, UpdatePackingZone},
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable, rest::StatusCode};

struct PutPackingZone;

impl Operation for PutPackingZone {
    const NAME: &'static str = "PUT /pars/zones";
    const NEEDS: Needs = Needs::Action(Action::UploadPars);
    type Input = UpdatePackingZone;
    type Output = Layout;
    type Uses = (PackingZoneStore, AuditTable);

    async fn run(uses: &Self::Uses, request: Request<UpdatePackingZone>) -> Result<Layout> {
        zones::update_packing_zone(uses, request).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<PutPackingZone>(StatusCode::OK)
}
