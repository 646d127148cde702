//! GraphQL query `getFridgeEvents`: events of a fridge, newest first.

use health::{
    events::{self, EventsArguments},
    model::FridgeEvent,
    store::HistoryStore,
};
use shared::prelude::*;

pub(crate) struct Function;

impl Operation for Function {
    const KIND: Kind = Kind::Query;
    const PERMISSION: RequiredPermission = RequiredPermission::SignIn;
    const ACCESS: &'static [Access] = &[Table::FridgeHistory.allows(&[Query])];
    type Input = EventsArguments;
    type Output = Page<FridgeEvent>;
    type Dependencies = HistoryStore;

    async fn run(uses: &Self::Dependencies, request: Request<Self::Input>) -> Result<Self::Output> {
        events::fridge_events(uses, request.input).await
    }
}

fn main() -> Exit {
    shared::serve::<Function>()
}
