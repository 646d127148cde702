//! GraphQL query `getFridgeEvents`: what happened at a fridge, newest first.

use health::{
    events::{self, EventsArguments},
    model::FridgeEvent,
    store::HistoryStore,
};
use shared::{Exit, Needs, Operation, Page, Request, Result};

struct GetFridgeEvents;

impl Operation for GetFridgeEvents {
    const NAME: &'static str = "getFridgeEvents";
    const NEEDS: Needs = Needs::SignIn;
    type Input = EventsArguments;
    type Output = Page<FridgeEvent>;
    type Uses = HistoryStore;

    async fn run(uses: &Self::Uses, request: Request<Self::Input>) -> Result<Self::Output> {
        events::fridge_events(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeEvents>()
}
