//! The simulated time.

use chrono::Duration;
use shared::Instant;

/// Begins in the past, runs faster than time does until it has caught up, and then with it. It is never ahead: what
/// occurs in the future would win over all that is told until then.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    started: Instant,
    from: Instant,
    speed: f64,
}

impl Clock {
    /// A clock that is started at the time `started`, and says that it is so much earlier.
    pub fn start(started: Instant, behind: Duration, speed: f64) -> Self {
        Self { started, from: started.plus(-behind), speed: speed.max(1.0) }
    }

    /// What it says at the time `now`.
    pub fn at(&self, now: Instant) -> Instant {
        let passed = now.since(self.started).num_milliseconds().max(0);
        let simulated = crate::chance::seconds(Duration::milliseconds(passed).as_seconds_f64() * self.speed);
        self.from.plus(simulated).min(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_faster_until_it_has_caught_up_and_is_never_ahead() {
        let started: Instant = "2026-11-21T16:00:00Z".parse().unwrap();
        let clock = Clock::start(started, Duration::hours(1), 61.0);
        let at = |seconds| clock.at(started.plus(Duration::seconds(seconds)));
        assert_eq!(at(0), started.plus(-Duration::hours(1)));
        assert_eq!(at(30), started.plus(Duration::seconds(-3600 + 30 * 61)));
        assert_eq!(at(60), started.plus(Duration::seconds(60)));
        assert_eq!(at(90), started.plus(Duration::seconds(90)));
    }

    #[test]
    fn without_a_past_it_is_the_true_one() {
        let started: Instant = "2026-11-21T16:00:00Z".parse().unwrap();
        let later = started.plus(Duration::seconds(7));
        assert_eq!(Clock::start(started, Duration::zero(), 10.0).at(later), later);
    }
}
