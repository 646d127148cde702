//! GraphQL mutation `syncLogiNextLocRoutes`: starts a sync of routes with LogiNext.

use locations::store::LocationStore;
use logistics::{
    model::SyncResponse,
    queue::SyncQueue,
    start::{self, SyncArguments},
    store::SyncStore,
};
use shared::{Action, Exit, Operation, Request, RequiredPermission, Result, audit::AuditTable};

struct SyncLogiNextLocRoutes;

impl Operation for SyncLogiNextLocRoutes {
    const NAME: &'static str = "syncLogiNextLocRoutes";
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SyncLogiNext);
    type Input = SyncArguments;
    type Output = SyncResponse;
    type Dependencies = (SyncStore, SyncQueue, (AuditTable, LocationStore));

    async fn run(dependencies: &Self::Dependencies, request: Request<SyncArguments>) -> Result<SyncResponse> {
        start::sync_logi_next_loc_routes(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<SyncLogiNextLocRoutes>()
}
