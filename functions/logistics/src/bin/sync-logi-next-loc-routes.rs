//! GraphQL mutation `syncLogiNextLocRoutes`: starts a sync of the days' routes with LogiNext.

use locations::store::LocationStore;
use logistics::{
    model::ToldSync,
    queue::SyncQueue,
    start::{self, SyncArguments},
    store::SyncStore,
};
use shared::{Action, Exit, Needs, Operation, Request, Result, audit::AuditTable};

struct SyncLogiNextLocRoutes;

impl Operation for SyncLogiNextLocRoutes {
    const NAME: &'static str = "syncLogiNextLocRoutes";
    const NEEDS: Needs = Needs::Action(Action::SyncLogiNext);
    type Input = SyncArguments;
    type Output = ToldSync;
    type Uses = (SyncStore, SyncQueue, (AuditTable, LocationStore));

    async fn run(uses: &Self::Uses, request: Request<SyncArguments>) -> Result<ToldSync> {
        start::sync_logi_next_loc_routes(uses, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SyncLogiNextLocRoutes>()
}
