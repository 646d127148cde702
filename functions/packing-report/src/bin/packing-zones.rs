//! `GET /pars/zones`: from which zone and bay which item is packed.

use packing_report::{model::Layout, store::PackingZoneStore, zones};
use serde_json::Value;
use shared::{Exit, Needs, Operation, Request, Result, rest::StatusCode};

struct GetPackingZones;

impl Operation for GetPackingZones {
    const NAME: &'static str = "GET /pars/zones";
    const NEEDS: Needs = Needs::SignIn;
    type Input = Value;
    type Output = Layout;
    type Uses = PackingZoneStore;

    async fn run(store: &PackingZoneStore, _: Request<Value>) -> Result<Layout> {
        zones::packing_zones(store).await
    }
}

fn main() -> Exit {
    shared::rest::serve::<GetPackingZones>(StatusCode::OK)
}
