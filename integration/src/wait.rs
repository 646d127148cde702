//! Waiting for asynchronous results by polling.

use futures::FutureExt;
use std::{
    future::Future,
    panic::{AssertUnwindSafe, resume_unwind},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The default timeout, long enough for a busy machine.
const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);
/// The first and the maximum interval between polls. Intervals grow, because polling takes CPU time from the stack.
const INTERVALS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(500)];

/// Polls `find` until it returns a value. Fails the test after the default timeout.
pub async fn wait_until<T, F: Future<Output = Option<T>>>(what: &str, find: impl FnMut() -> F) -> T {
    wait_until_within(DEFAULT_TIMEOUT, what, find).await
}

/// As [`wait_until`], with a timeout.
pub async fn wait_until_within<T, F: Future<Output = Option<T>>>(
    timeout: Duration,
    what: &str,
    mut find: impl FnMut() -> F,
) -> T {
    let started = Instant::now();
    let [mut interval, maximum] = INTERVALS;
    loop {
        if let Some(found) = find().await {
            return found;
        }
        assert!(started.elapsed() < timeout, "{what}: not within {timeout:?}");
        sleep(interval).await;
        interval = maximum.min(interval.mul_f32(1.5));
    }
}

/// Runs `test` and then `cleanup`, even if the test fails.
pub async fn with_cleanup(test: impl Future<Output = ()>, cleanup: impl Future<Output = ()>) {
    let result = AssertUnwindSafe(test).catch_unwind().await;
    cleanup.await;
    if let Err(panic) = result {
        resume_unwind(panic);
    }
}
