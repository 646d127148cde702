//! Waiting for what takes its time: looking again and again instead of sleeping for long enough.

use futures::FutureExt;
use std::{
    future::Future,
    panic::{AssertUnwindSafe, resume_unwind},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How long most things may take on a machine that is busy.
const USUAL: Duration = Duration::from_mins(1);
/// Between the first two looks, and at most: who waits long looks less often, as looking takes time from what is waited for.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(500)];

/// What `look` finds as soon as it finds something; the end of the test where that takes too long.
pub async fn wait_until<T, F: Future<Output = Option<T>>>(what: &str, look: impl FnMut() -> F) -> T {
    wait_until_within(USUAL, what, look).await
}

/// The same, within `deadline`.
pub async fn wait_until_within<T, F: Future<Output = Option<T>>>(
    deadline: Duration,
    what: &str,
    mut look: impl FnMut() -> F,
) -> T {
    let started = Instant::now();
    let [mut pause, longest] = PAUSES;
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(started.elapsed() < deadline, "{what}: not within {deadline:?}");
        sleep(pause).await;
        pause = longest.min(pause.mul_f32(1.5));
    }
}

/// Runs `test`, and `cleanup` after it also where the test fails.
pub async fn afterwards(test: impl Future<Output = ()>, cleanup: impl Future<Output = ()>) {
    let ended = AssertUnwindSafe(test).catch_unwind().await;
    cleanup.await;
    if let Err(failed) = ended {
        resume_unwind(failed);
    }
}
