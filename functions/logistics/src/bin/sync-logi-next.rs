//! Consumer of the sync queue: calls LogiNext for one fulfillment center.

use logistics::{
    rules::MAX_DELIVERIES,
    send::{self, Sender},
};
use serde_json::Value;
use shared::{
    Exit, Instant,
    worker::{BatchConsumer, BatchResult, Delivery},
};

struct SyncLogiNext;

impl BatchConsumer for SyncLogiNext {
    const NAME: &'static str = "sync-logi-next";
    type Dependencies = Sender;

    /// The event source mapping delivers one message at a time.
    async fn handle(sender: &Sender, now: Instant, batch: Vec<Delivery>) -> BatchResult {
        let mut failed = Vec::new();
        for Delivery { id, body, count } in batch {
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
    shared::worker::consume_batches::<SyncLogiNext>()
}
