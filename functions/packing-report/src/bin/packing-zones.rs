//! `GET /pars/zones`: returns the items of each zone and bay.

use packing_report::{model::Layout, store::PackingZoneStore, zones};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::get("/pars/zones");
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(&[Action::GetUniqueRoutes, Action::UploadPars]);
    const ACCESS: &'static [Access] = &[Table::PackingZones.allows(&[GetItem])];
    type Input = NoInput;
    type Output = Layout;
    type Dependencies = PackingZoneStore;

    async fn run(store: &PackingZoneStore, _: Request<NoInput>) -> Result<Layout> {
        zones::packing_zones(store).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
