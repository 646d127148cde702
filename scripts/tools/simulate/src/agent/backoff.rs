//! The time between two attempts to connect.

use fastrand::Rng;
use std::time::Duration;

/// The upper limit of the first delay. Each further one is twice as long.
const FIRST_LIMIT: Duration = Duration::from_secs(1);
/// The upper limit of all delays.
const MAX_LIMIT: Duration = Duration::from_mins(2);
/// The minimum delay after another client connected with the same client id. Without it, two computers with one identity
/// would disconnect each other all the time.
const MIN_DELAY_AFTER_TAKEOVER: Duration = Duration::from_secs(30);
/// A connection that lasted this long was stable: the delays start again with the first one.
const STABLE_TIME: Duration = Duration::from_secs(30);

/// Exponential backoff with full jitter, so that the fridges do not connect at the same time after an outage.
#[derive(Clone, Debug, Default)]
pub struct Backoff {
    failures: u32,
}

/// Why a connection ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cause {
    /// The network or the broker ended it, or rejected it.
    Lost,
    /// Another client connected with the same client id.
    Takeover,
}

impl Backoff {
    /// The delay until the next attempt, after a connection that lasted `connected`. It is zero if the attempt failed.
    pub fn delay(&mut self, rng: &mut Rng, cause: Cause, connected: Duration) -> Duration {
        if connected >= STABLE_TIME {
            self.failures = 0;
        }
        let limit = FIRST_LIMIT.saturating_mul(2_u32.saturating_pow(self.failures)).min(MAX_LIMIT);
        self.failures = self.failures.saturating_add(1);
        let jitter = limit.mul_f64(rng.f64());
        match cause {
            Cause::Lost => jitter,
            Cause::Takeover => MIN_DELAY_AFTER_TAKEOVER + jitter,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: Duration = Duration::ZERO;

    /// The longest of many delays after `failures` failures.
    fn longest_delay(failures: u32) -> Duration {
        let delay = |seed| Backoff { failures }.delay(&mut Rng::with_seed(seed), Cause::Lost, NONE);
        (0..500).map(delay).max().unwrap()
    }

    #[test]
    fn delays_are_random_below_a_limit_that_doubles_up_to_two_minutes() {
        for (failures, seconds) in [(0, 1), (1, 2), (2, 4), (6, 64), (7, 120), (40, 120), (u32::MAX, 120)] {
            let (longest, limit) = (longest_delay(failures), Duration::from_secs(seconds));
            assert!(longest <= limit && longest > limit.mul_f64(0.9), "{failures}: {longest:?}");
        }
    }

    #[test]
    fn each_failure_doubles_the_limit() {
        let (mut backoff, mut rng) = (Backoff::default(), Rng::with_seed(1));
        for failures in 1..=9 {
            backoff.delay(&mut rng, Cause::Lost, Duration::from_secs(29));
            assert_eq!(backoff.failures, failures);
        }
    }

    #[test]
    fn a_stable_connection_resets_the_limit() {
        let (mut backoff, mut rng) = (Backoff { failures: 9 }, Rng::with_seed(1));
        assert!(backoff.delay(&mut rng, Cause::Lost, STABLE_TIME) <= FIRST_LIMIT);
        assert_eq!(backoff.failures, 1);
    }

    #[test]
    fn the_delay_after_a_takeover_is_at_least_30_seconds() {
        let delay = |seed| Backoff::default().delay(&mut Rng::with_seed(seed), Cause::Takeover, NONE);
        let delays: Vec<Duration> = (0..100).map(delay).collect();
        assert!(delays.iter().all(|delay| (30.0..=31.0).contains(&delay.as_secs_f64())), "{delays:?}");
    }
}
