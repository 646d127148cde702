//! GraphQL query `logiNextSyncs`: the syncs with LogiNext and their progress.

use logistics::{
    list::{self, SyncsArguments},
    model::SyncResponse,
    store::SyncStore,
};
use shared::{Action, Exit, Operation, Page, Request, RequiredPermission, Result};

struct LogiNextSyncs;

impl Operation for LogiNextSyncs {
    const NAME: &'static str = "logiNextSyncs";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SyncLogiNext);
    type Input = SyncsArguments;
    type Output = Page<SyncResponse>;
    type Dependencies = SyncStore;

    async fn run(store: &SyncStore, request: Request<SyncsArguments>) -> Result<Page<SyncResponse>> {
        list::logi_next_syncs(store, request.input, request.now).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LogiNextSyncs>()
}
