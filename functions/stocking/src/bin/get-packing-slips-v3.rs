//! GraphQL query `getPackingSlipsV3`: the packing slips that are dropped off on a day.

use shared::{Action, Exit, Needs, Operation, Page, Request, Result};
use stocking::{
    slips::{self, ListedSlip, PackingSlipsArguments},
    store::PackingSlipStore,
};

struct GetPackingSlips;

impl Operation for GetPackingSlips {
    const NAME: &'static str = "getPackingSlipsV3";
    const NEEDS: Needs = Needs::Action(Action::GetUniqueRoutes);
    type Input = PackingSlipsArguments;
    type Output = Page<ListedSlip>;
    type Uses = PackingSlipStore;

    async fn run(store: &PackingSlipStore, request: Request<PackingSlipsArguments>) -> Result<Page<ListedSlip>> {
        slips::get_packing_slips(store, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetPackingSlips>()
}
