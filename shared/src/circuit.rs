//! A circuit breaker, as a pure state machine. After repeated failures the circuit opens and blocks all calls for a
//! while. Then one call probes the service. If it succeeds, the circuit closes.

use crate::Instant;
use chrono::Duration;
use serde::{Deserialize, Serialize};

/// The number of consecutive failures that open the circuit.
pub const FAILURE_THRESHOLD: u32 = 5;
/// How long the circuit stays open.
pub const OPEN_DURATION: Duration = Duration::seconds(30);

/// The state of the circuit, shared by all callers of the service.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Circuit {
    /// Consecutive failures since the last success.
    #[serde(default)]
    pub failures: u32,
    /// The end of the time in which calls are blocked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_until: Option<Instant>,
}

/// The decision about a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CallDecision {
    /// The call is allowed.
    Allowed,
    /// The open time has elapsed. One caller may call the service, after it records [`Circuit::probed`].
    Probe,
    /// Calls are blocked until this time.
    Blocked(Instant),
}

impl Circuit {
    /// Decides whether a call is allowed at `now`.
    pub fn decide(self, now: Instant) -> CallDecision {
        match self.open_until {
            Some(until) if now < until => CallDecision::Blocked(until),
            Some(_) => CallDecision::Probe,
            None => CallDecision::Allowed,
        }
    }

    /// The state after a failure at `now`.
    #[must_use]
    pub fn failed(self, now: Instant) -> Self {
        let failures = self.failures.saturating_add(1);
        Self { failures, open_until: Self::open_until(failures, now) }
    }

    /// The state while one caller probes the service. All other calls are blocked.
    #[must_use]
    pub fn probed(self, now: Instant) -> Self {
        Self { open_until: Some(now.plus(OPEN_DURATION)), ..self }
    }

    /// The end of the open time after the given number of consecutive failures, the last one at `now`. `None` below the
    /// threshold.
    pub fn open_until(failures: u32, now: Instant) -> Option<Instant> {
        (failures >= FAILURE_THRESHOLD).then(|| now.plus(OPEN_DURATION))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(seconds: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::seconds(seconds))
    }

    #[test]
    fn opens_after_repeated_failures_and_then_allows_a_probe() {
        assert_eq!(Circuit::default().decide(at(0)), CallDecision::Allowed);
        assert_eq!(Circuit::open_until(FAILURE_THRESHOLD - 1, at(0)), None);
        let circuit =
            Circuit { failures: FAILURE_THRESHOLD, open_until: Circuit::open_until(FAILURE_THRESHOLD, at(0)) };
        assert_eq!(circuit.decide(at(29)), CallDecision::Blocked(at(30)));
        assert_eq!(circuit.decide(at(30)), CallDecision::Probe);
    }

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Failure,
        Success,
        Wait(i64),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![Just(Step::Failure), Just(Step::Success), (1_i64..60).prop_map(Step::Wait)]
    }

    proptest! {
        #[test]
        fn blocks_calls_only_while_it_is_open(steps in proptest::collection::vec(step(), 1..200)) {
            let (mut circuit, mut now, mut consecutive_failures) = (Circuit::default(), 0, 0);
            for step in steps {
                let decision = circuit.decide(at(now));
                match (step, decision) {
                    (Step::Wait(seconds), _) => now += seconds,
                    (_, CallDecision::Blocked(until)) => {
                        prop_assert!(consecutive_failures >= FAILURE_THRESHOLD);
                        prop_assert!(at(now) < until);
                        prop_assert!(until <= at(now).plus(OPEN_DURATION));
                    }
                    (Step::Failure, _) => {
                        consecutive_failures += 1;
                        circuit = circuit.failed(at(now));
                    }
                    (Step::Success, _) => {
                        consecutive_failures = 0;
                        circuit = Circuit::default();
                    }
                }
                prop_assert_ne!(circuit.decide(at(now).plus(OPEN_DURATION)), CallDecision::Blocked(at(now)));
            }
        }
    }
}
