//! Listener of the broker: publishes the open commands and the desired software to a fridge that subscribes.

use serde_json::Value;
use shared::prelude::*;
use software::resend::{self, ResendDependencies, Subscription};

pub(crate) struct Function;

impl Listener for Function {
    const SOURCE: Source = Source::Topics(&[TopicSource::Subscribed]);
    const ACCESS: &'static [Access] = &[
        Table::FridgeCommands.allows(&[BatchGetItem, Query]),
        Table::FridgeSoftwareVersion.allows(&[BatchGetItem]),
        Bucket::Artifacts.lists_keys(),
        Down::Commands.publishes(),
        Down::Software.publishes(),
    ];
    type Event = Subscription;
    type Dependencies = ResendDependencies;

    async fn handle(dependencies: &ResendDependencies, now: Instant, event: Subscription) -> Result<Value> {
        resend::resend(dependencies, now, event).await
    }
}

fn main() -> Exit {
    shared::worker::listen::<Function>()
}
