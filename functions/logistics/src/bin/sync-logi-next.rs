//! Consumer of the sync queue: calls LogiNext for one fulfillment center.

use logistics::{
    rules::MAX_DELIVERIES,
    send::{self, Sender},
};
use serde_json::Value;
use shared::prelude::*;

pub(crate) struct Function;

impl BatchConsumer for Function {
    /// One call per message, and few at once, because the service is a partner's. A failed call is sent to the queue again.
    /// The code limits this chain: no message is sent more than an hour after the sync was requested.
    const SOURCE: Source = Source::Queue(QueueSource::new(Queue::LogiNext, 1).concurrency(5).sends_to_itself());
    const ACCESS: &'static [Access] = &[
        Table::Locations.index("fleet"),
        Table::LogiNextSyncs.allows(&[GetItem, UpdateItem]),
        Table::RouteStops.allows(&[Query]),
        Queue::LogiNext.sends(),
        Secret::LogiNext.reads(),
        Setting::LogiNextUrl.reads(),
    ];
    /// It reads days of routes and the locations of the fleet, and waits for the service.
    const TIMEOUT_SECONDS: u32 = 60;
    type Dependencies = Sender;

    /// The event source mapping delivers one message at a time.
    async fn handle(sender: &Sender, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        let mut failed = Vec::new();
        for Delivery { id, body, count, .. } in batch {
            let mut result = send::sync_logi_next(sender, now, &body).await;
            if result.is_err() && count >= MAX_DELIVERIES {
                tracing::warn!(message = id, cause = ?result.err(), "abandoned the sync of a fulfillment center");
                result = send::abandon(sender, now, &body).await;
            }
            failed.extend(result.err().map(|error| (id, error)));
        }
        BatchResult { failed, counted: Value::Null }
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<Function>()
}
