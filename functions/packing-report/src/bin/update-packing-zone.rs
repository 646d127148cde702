//! `PUT /pars/zones`: edits the items of a bay.

use packing_report::{
    model::Layout,
    store::PackingZoneStore,
    zones::{self, UpdatePackingZone},
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::put("/pars/zones");
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::UploadPars);
    const ACCESS: &'static [Access] =
        &[Table::Audit.allows(&[PutItem]), Table::PackingZones.allows(&[GetItem, PutItem])];
    type Input = UpdatePackingZone;
    type Output = Layout;
    type Dependencies = (PackingZoneStore, AuditTable);

    async fn run(dependencies: &Self::Dependencies, request: Request<UpdatePackingZone>) -> Result<Layout> {
        zones::update_packing_zone(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
