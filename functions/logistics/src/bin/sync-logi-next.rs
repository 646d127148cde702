//! Consumer of the queue of syncs: calls LogiNext for one fulfillment center.

use logistics::send::{self, Sender};
use shared::{Exit, Instant, Result, worker::Consumer};

struct SyncLogiNext;

impl Consumer for SyncLogiNext {
    const NAME: &'static str = "sync-logi-next";
    type Uses = Sender;

    async fn handle(sender: &Sender, now: Instant, body: &str) -> Result<()> {
        send::sync_logi_next(sender, now, body).await
    }
}

fn main() -> Exit {
    shared::worker::consume::<SyncLogiNext>()
}
