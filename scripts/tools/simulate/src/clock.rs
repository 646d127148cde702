//! The simulated time.

use chrono::Duration;
use shared::Instant;

/// A clock that starts in the past, runs faster than real time until it has caught up, and then shows real time.
///
/// It is never ahead of real time: a message from the future would override all real messages until that time.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The real time at which the clock was started.
    started: Instant,
    /// The simulated time at which the clock was started.
    from: Instant,
    speed: f64,
}

impl Clock {
    /// A clock that is started at the real time `started` and is `behind` it at first.
    pub fn start(started: Instant, behind: Duration, speed: f64) -> Self {
        Self { started, from: started.plus(-behind), speed: speed.max(1.0) }
    }

    /// The simulated time at the real time `now`.
    pub fn at(&self, now: Instant) -> Instant {
        let elapsed = now.since(self.started).num_milliseconds().max(0);
        let simulated = crate::random::capped_seconds(Duration::milliseconds(elapsed).as_seconds_f64() * self.speed);
        self.from.plus(simulated).min(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_faster_until_it_has_caught_up_and_is_never_ahead_of_real_time() {
        let started: Instant = "2026-11-21T16:00:00Z".parse().unwrap();
        let clock = Clock::start(started, Duration::hours(1), 61.0);
        let at = |seconds| clock.at(started.plus(Duration::seconds(seconds)));
        assert_eq!(at(0), started.plus(-Duration::hours(1)));
        assert_eq!(at(30), started.plus(Duration::seconds(-3600 + 30 * 61)));
        assert_eq!(at(60), started.plus(Duration::seconds(60)));
        assert_eq!(at(90), started.plus(Duration::seconds(90)));
    }

    #[test]
    fn shows_real_time_if_it_starts_at_the_present() {
        let started: Instant = "2026-11-21T16:00:00Z".parse().unwrap();
        let later = started.plus(Duration::seconds(7));
        assert_eq!(Clock::start(started, Duration::zero(), 10.0).at(later), later);
    }
}
