//! Listener of the broker: records connections and disconnections of fridges.

use connections::presence::record::{self, PresenceDependencies, PresenceEvent};
use serde_json::Value;
use shared::prelude::*;

pub(crate) struct Function;

impl Listener for Function {
    const SOURCE: Source = Source::Topics(&[TopicSource::Presence]);
    const ACCESS: &'static [Access] = &[
        Table::Audit.allows(&[PutItem]),
        Table::FridgeConnections.allows(&[GetItem, UpdateItem]),
        Table::FridgeIdentities.allows(&[GetItem, PutItem]),
        Channels::Fleet.publishes(),
        Channels::Fridge.publishes(),
    ];
    type Event = PresenceEvent;
    type Dependencies = PresenceDependencies;

    async fn handle(dependencies: &PresenceDependencies, now: Instant, event: PresenceEvent) -> Result<Value> {
        record::record_fridge_presence(dependencies, now, event).await
    }
}

fn main() -> Exit {
    shared::worker::listen::<Function>()
}
