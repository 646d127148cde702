//! GraphQL query `logiNextSyncs`: the syncs with LogiNext, and how far each got.

use logistics::{
    list::{self, SyncsArguments},
    model::ToldSync,
    store::SyncStore,
};
use shared::{Action, Exit, Needs, Operation, Page, Request, Result};

struct LogiNextSyncs;

impl Operation for LogiNextSyncs {
    const NAME: &'static str = "logiNextSyncs";
    const NEEDS: Needs = Needs::Action(Action::SyncLogiNext);
    type Input = SyncsArguments;
    type Output = Page<ToldSync>;
    type Uses = SyncStore;

    async fn run(store: &SyncStore, request: Request<SyncsArguments>) -> Result<Page<ToldSync>> {
        list::logi_next_syncs(store, request.input, request.now).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<LogiNextSyncs>()
}
