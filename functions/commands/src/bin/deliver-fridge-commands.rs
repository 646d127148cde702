//! Consumer of the command queue: publishes commands to fridges.

use commands::deliver::{self, CommandDelivery};
use shared::prelude::*;

pub(crate) struct Function;

impl Consumer for Function {
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::Command, 10));
    const ACCESS: &'static [Access] = &[Table::FridgeCommands.allows(&[GetItem]), Down::Commands.publishes()];
    /// Five deliveries of a failing message take 150 seconds, so that it becomes a dead letter before the queue deletes
    /// it after five minutes.
    const TIMEOUT_SECONDS: u32 = 5;
    type Dependencies = CommandDelivery;

    async fn handle(delivery: &CommandDelivery, now: Instant, body: &str) -> Result<()> {
        deliver::deliver(delivery, now, body).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<Function>()
}
