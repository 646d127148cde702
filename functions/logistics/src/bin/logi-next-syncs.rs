//! GraphQL query `logiNextSyncs`: the syncs with LogiNext and their progress.

use logistics::{
    list::{self, SyncsArguments},
    model::SyncResponse,
    store::SyncStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SyncLogiNext);
    const ACCESS: &'static [Access] = &[Table::LogiNextSyncs.allows(&[Query])];
    type Input = SyncsArguments;
    type Output = Page<SyncResponse>;
    type Dependencies = SyncStore;

    async fn run(store: &SyncStore, request: Request<SyncsArguments>) -> Result<Page<SyncResponse>> {
        list::logi_next_syncs(store, request.input, request.now).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
