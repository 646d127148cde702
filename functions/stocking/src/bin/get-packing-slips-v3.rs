//! GraphQL query `getPackingSlipsV3`: lists the packing slips of a drop-off date.

use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};
use stocking::{
    slips::{self, ListedSlip, PackingSlipsArguments},
    store::PackingSlipStore,
};

struct GetPackingSlips;

impl Operation for GetPackingSlips {
    const NAME: &'static str = "getPackingSlipsV3";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    type Input = PackingSlipsArguments;
    type Output = Page<ListedSlip>;
    type Dependencies = PackingSlipStore;

    async fn run(store: &PackingSlipStore, request: Request<PackingSlipsArguments>) -> Result<Page<ListedSlip>> {
        slips::get_packing_slips(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetPackingSlips>()
}
