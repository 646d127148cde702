//! The retry policy for services of partners.

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use std::time::Duration;

/// Timeout and retries of a call to a partner's service.
#[derive(Clone, Copy, Debug)]
pub struct RetryPolicy {
    /// The timeout of one attempt.
    pub timeout: Duration,
    /// The maximum number of attempts after the first.
    pub max_retries: usize,
    /// The wait before the first retry. It doubles with each further retry and is jittered.
    pub initial_backoff: Duration,
}

impl RetryPolicy {
    pub(crate) fn backoff(self) -> ExponentialBackoff {
        ExponentialBuilder::default()
            .with_min_delay(self.initial_backoff)
            .with_max_times(self.max_retries)
            .with_jitter()
            .build()
    }
}
