//! GraphQL mutation `syncLogiNextLocRoutes`: starts a sync of routes with LogiNext.

use locations::store::LocationStore;
use logistics::{
    model::SyncResponse,
    queue::SyncQueue,
    start::{self, SyncArguments},
    store::SyncStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Mutation;
    const PERMISSION: RequiredPermission = RequiredPermission::Action(Action::SyncLogiNext);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::Locations.index("fleet"),
        Table::LogiNextSyncs.allows(&[GetItem, PutItem, UpdateItem]),
        Queue::LogiNext.sends(),
    ];
    type Input = SyncArguments;
    type Output = SyncResponse;
    type Dependencies = (SyncStore, SyncQueue, (AuditTable, LocationStore));

    async fn run(dependencies: &Self::Dependencies, request: Request<SyncArguments>) -> Result<SyncResponse> {
        start::sync_logi_next_loc_routes(dependencies, request).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
