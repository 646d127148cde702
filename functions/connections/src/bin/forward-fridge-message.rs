//! Listener of the broker: sends the messages of fridges to the telemetry queue.

use connections::forward::{self, TelemetryQueue};
use serde_json::Value;
use shared::{fridge_message::FridgeMessage, prelude::*};

pub(crate) struct Function;

impl Listener for Function {
    const SOURCE: Source = Source::Topics(&[TopicSource::Fridges(Up::Telemetry), TopicSource::Fridges(Up::Receipts)]);
    const ACCESS: &'static [Access] = &[Queue::Telemetry.sends()];
    /// Fridges that were offline send what they stored when they connect again. The events wait in the queue of Lambda,
    /// so that they do not take the concurrency of the functions that users call. 50 calls forward 2,000 messages per
    /// second.
    const RESERVED_CONCURRENCY: Option<u32> = Some(50);
    type Event = FridgeMessage;
    type Dependencies = TelemetryQueue;

    async fn handle(queue: &TelemetryQueue, _: Instant, event: FridgeMessage) -> Result<Value> {
        forward::forward_fridge_message(queue, event).await
    }
}

fn main() -> Exit {
    shared::worker::listen::<Function>()
}
