//! Consumer of the queue of syncs: calls LogiNext for one fulfillment center.

use logistics::{
    rules::DELIVERIES,
    send::{self, Sender},
};
use serde_json::Value;
use shared::{
    Exit, Instant,
    worker::{BatchConsumer, Delivery, Handled},
};

struct SyncLogiNext;

impl BatchConsumer for SyncLogiNext {
    const NAME: &'static str = "sync-logi-next";
    type Uses = Sender;

    /// The mapping delivers one message at a time.
    async fn handle(sender: &Sender, now: Instant, batch: Vec<Delivery>) -> Handled {
        let mut failed = Vec::new();
        for Delivery { id, body, count } in batch {
            let mut handled = send::sync_logi_next(sender, now, &body).await;
            if handled.is_err() && count >= DELIVERIES {
                tracing::warn!(message = id, cause = ?handled.err(), "a sync was given up");
                handled = send::give_up(sender, now, &body).await;
            }
            failed.extend(handled.err().map(|error| (id, error)));
        }
        Handled { failed, counted: Value::Null }
    }
}

fn main() -> Exit {
    shared::worker::consume_batches::<SyncLogiNext>()
}
