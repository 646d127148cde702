//! GraphQL query `getFridgeSegmentEvents`: what customers did at a fridge, newest first.

use health::{
    events::{self, SegmentEventsArguments},
    model::FridgeSegmentEvent,
    store::HistoryStore,
};
use shared::{Exit, Needs, Operation, Page, Request, Result};

struct GetFridgeSegmentEvents;

impl Operation for GetFridgeSegmentEvents {
    const NAME: &'static str = "getFridgeSegmentEvents";
    const NEEDS: Needs = Needs::SignIn;
    type Input = SegmentEventsArguments;
    type Output = Page<FridgeSegmentEvent>;
    type Uses = HistoryStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        events::fridge_segment_events(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeSegmentEvents>()
}
