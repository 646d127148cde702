//! `GET /pars/zones`: from which zone and bay which item is packed.

use packing_report::{model::Layout, store::PackingZoneStore, zones};
use serde::Deserialize;
use shared::{Action, Exit, Needs, Operation, Request, Result, rest::StatusCode};

/// The route has no parameters.
#[derive(Deserialize)]
struct Arguments {}

struct GetPackingZones;

impl Operation for GetPackingZones {
    const NAME: &'static str = "GET /pars/zones";
    const NEEDS: Needs = Needs::AnyOf(&[Action::GetUniqueRoutes, Action::UploadPars]);
    type Input = Arguments;
    type Output = Layout;
    type Uses = PackingZoneStore;

    async fn run(store: &PackingZoneStore, _: Request<Arguments>) -> Result<Layout> {
        zones::packing_zones(store).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetPackingZones>(StatusCode::OK)
}
