//! GraphQL query `getPackingSlipsV3`: lists the packing slips of a drop-off date.

use shared::prelude::*;
use stocking::{
    slips::{self, ListedSlip, PackingSlipsArguments},
    store::PackingSlipStore,
};

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::GetUniqueRoutes);
    const ACCESS: &'static [Access] = &[Table::PackingSlips.allows(&[Query])];
    /// The largest page needs 31 ms of CPU time.
    const MEMORY_MIB: u32 = 256;
    type Input = PackingSlipsArguments;
    type Output = Page<ListedSlip>;
    type Dependencies = PackingSlipStore;

    async fn run(store: &PackingSlipStore, request: Request<PackingSlipsArguments>) -> Result<Page<ListedSlip>> {
        slips::get_packing_slips(store, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
