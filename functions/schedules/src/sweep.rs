//! The sweep: enqueues the changes that are due soon, every minute.

use crate::{
    model::ScheduleChange,
    queue::{MAX_BATCH_SIZE, ScheduleQueue},
    store::ScheduleStore,
};
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use shared::{Instant, Result};

/// Concurrent calls to the queue.
const QUEUE_CONCURRENCY: usize = 16;
/// Maximum rounds of one sweep, each of up to 400 changes. The next sweep, a minute later, processes the others.
const MAX_ROUNDS: usize = 50;

/// Enqueues all changes that are due soon. Two sweeps can run concurrently, and a sweep can crash before it marks a
/// change as enqueued, because the consumer applies each change only once.
pub async fn sweep((store, queue): &(ScheduleStore, ScheduleQueue), now: Instant) -> Result<Value> {
    let mut swept = 0;
    for _ in 0..MAX_ROUNDS {
        let (due, more) = store.due_changes(now).await?;
        let batches = due.chunks(MAX_BATCH_SIZE).map(<[_]>::to_vec).collect::<Vec<_>>();
        swept += stream::iter(batches)
            .map(|batch| enqueue(store, queue, batch, now))
            .buffer_unordered(QUEUE_CONCURRENCY)
            .try_fold(0, |sum, accepted| async move { Ok(sum + accepted) })
            .await?;
        // The index is updated with a delay. Another query would return changes that were just enqueued.
        if !more {
            break;
        }
    }
    Ok(json!({ "swept": swept }))
}

async fn enqueue(
    store: &ScheduleStore,
    queue: &ScheduleQueue,
    batch: Vec<ScheduleChange>,
    now: Instant,
) -> Result<usize> {
    let accepted = queue.send(&batch, now).await?;
    for change in &accepted {
        store.mark_enqueued(change, now).await?;
    }
    Ok(accepted.len())
}
