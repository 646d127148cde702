//! GraphQL query `getFridgeSegmentEvents`: customer events of a fridge, newest first.

use health::{
    events::{self, SegmentEventsArguments},
    model::FridgeSegmentEvent,
    store::HistoryStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeHistory.allows(&[Query])];
    type Input = SegmentEventsArguments;
    type Output = Page<FridgeSegmentEvent>;
    type Dependencies = HistoryStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        events::fridge_segment_events(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
