//! GraphQL query `getFridgeEvents`: events of a fridge, newest first.

use health::{
    events::{self, EventsArguments},
    model::FridgeEvent,
    store::HistoryStore,
};
use shared::{Exit, Operation, Page, Request, RequiredPermission, Result};

struct GetFridgeEvents;

impl Operation for GetFridgeEvents {
    const NAME: &'static str = "getFridgeEvents";
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    type Input = EventsArguments;
    type Output = Page<FridgeEvent>;
    type Dependencies = HistoryStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        events::fridge_events(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::graphql::serve::<GetFridgeEvents>()
}
