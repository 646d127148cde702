//! GraphQL query `getFridgeSegmentEvents`: customer events of a fridge, newest first.

use health::{
    events::{self, SegmentEventsArguments},
    model::FridgeSegmentEvent,
    store::HistoryStore,
};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};

struct GetFridgeSegmentEvents;

impl Operation for GetFridgeSegmentEvents {
    const NAME: &'static str = "getFridgeSegmentEvents";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = SegmentEventsArguments;
    type Output = Page<FridgeSegmentEvent>;
    type Dependencies = HistoryStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        events::fridge_segment_events(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeSegmentEvents>()
}
