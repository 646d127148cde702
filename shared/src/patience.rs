//! How long a service out of our hands is waited for.

use backon::{BackoffBuilder, ExponentialBackoff, ExponentialBuilder};
use std::time::Duration;

/// How long a service out of our hands is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// One try.
    pub attempt: Duration,
    /// Tries after the first.
    pub again: usize,
    /// The wait before the second try; it doubles from there, jittered.
    pub first_wait: Duration,
}

impl Patience {
    pub(crate) fn waits(self) -> ExponentialBackoff {
        ExponentialBuilder::default().with_min_delay(self.first_wait).with_max_times(self.again).with_jitter().build()
    }
}
