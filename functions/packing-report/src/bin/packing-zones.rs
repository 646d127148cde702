//! `GET /pars/zones`: returns the items of each zone and bay.

use packing_report::{model::Layout, store::PackingZoneStore, zones};
use serde::Deserialize;
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, rest::StatusCode};

/// The route has no parameters.
#[derive(Deserialize)]
struct Arguments {}

struct GetPackingZones;

impl Operation for GetPackingZones {
    const NAME: &'static str = "GET /pars/zones";
    const PERMISSION: RequiredPermission = RequiredPermission::AnyOf(&[Action::GetUniqueRoutes, Action::UploadPars]);
    type Input = Arguments;
    type Output = Layout;
    type Dependencies = PackingZoneStore;

    async fn run(store: &PackingZoneStore, _: Request<Arguments>) -> Result<Layout> {
        zones::packing_zones(store).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetPackingZones>(StatusCode::OK)
}
