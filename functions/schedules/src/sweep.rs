//! The sweep: each minute it hands what is due soon to the queue.

use crate::{
    model::ScheduleChange,
    queue::{BATCH, ScheduleQueue},
    store::ScheduleStore,
};
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use shared::{Instant, Result};

/// Calls under way at once.
const CALLS_AT_ONCE: usize = 16;
/// Rounds of one sweep, each of up to 400 changes: what is more waits a minute for the next sweep.
const ROUNDS: usize = 50;

/// Hands over everything that is due. It may run twice at once, or crash between the queue and the note: the consumer
/// applies a change once.
pub async fn sweep((store, queue): &(ScheduleStore, ScheduleQueue), now: Instant) -> Result<Value> {
    let mut swept = 0;
    for _ in 0..ROUNDS {
        let (due, more) = store.due(now).await?;
        let batches = due.chunks(BATCH).map(<[_]>::to_vec).collect::<Vec<_>>();
        swept += stream::iter(batches)
            .map(|batch| hand_over(store, queue, batch, now))
            .buffer_unordered(CALLS_AT_ONCE)
            .try_fold(0, |sum, taken| async move { Ok(sum + taken) })
            .await?;
        // The index lags behind what was just noted: asking again without need would hand the same over twice.
        if !more {
            break;
        }
    }
    Ok(json!({ "swept": swept }))
}

async fn hand_over(
    store: &ScheduleStore,
    queue: &ScheduleQueue,
    batch: Vec<ScheduleChange>,
    now: Instant,
) -> Result<usize> {
    let taken = queue.send(&batch, now).await?;
    for change in &taken {
        store.handed_over(change, now).await?;
    }
    Ok(taken.len())
}
