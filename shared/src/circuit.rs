//! A circuit breaker for a service that other parts depend on: pure. After repeated failure the circuit opens, and no call
//! is made until it closes; then one call probes the service, and the others follow when it succeeds.

use crate::Instant;
use chrono::Duration;
use serde::{Deserialize, Serialize};

/// Failures in a row that open the circuit.
pub const FAILURES: u32 = 5;
/// For how long it stays open.
pub const OPEN: Duration = Duration::seconds(30);

/// What is known of the service's health by all that call it.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Circuit {
    /// Failures since it last answered well.
    #[serde(default)]
    pub failures: u32,
    /// Until when nothing is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_until: Option<Instant>,
}

/// Whether a call may be made.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Passage {
    /// It may.
    Free,
    /// It may, by one caller alone, who claims it.
    Probe,
    /// Not before then.
    Closed(Instant),
}

impl Circuit {
    /// Whether a call may be made at `now`.
    pub fn passage(self, now: Instant) -> Passage {
        match self.open_until {
            Some(until) if now < until => Passage::Closed(until),
            Some(_) => Passage::Probe,
            None => Passage::Free,
        }
    }

    /// The circuit after a failure at `now`.
    #[must_use]
    pub fn failed(self, now: Instant) -> Self {
        let failures = self.failures.saturating_add(1);
        Self { failures, open_until: Self::opens(failures, now) }
    }

    /// The circuit while one caller probes the service: all others wait.
    #[must_use]
    pub fn probed(self, now: Instant) -> Self {
        Self { open_until: Some(now.plus(OPEN)), ..self }
    }

    /// Until when nothing is sent after the failure at `now` that made it so many in a row.
    pub fn opens(failures: u32, now: Instant) -> Option<Instant> {
        (failures >= FAILURES).then(|| now.plus(OPEN))
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
    fn it_opens_after_repeated_failure_and_lets_one_call_probe_afterwards() {
        assert_eq!(Circuit::default().passage(at(0)), Passage::Free);
        assert_eq!(Circuit::opens(FAILURES - 1, at(0)), None);
        let circuit = Circuit { failures: FAILURES, open_until: Circuit::opens(FAILURES, at(0)) };
        assert_eq!(circuit.passage(at(29)), Passage::Closed(at(30)));
        assert_eq!(circuit.passage(at(30)), Passage::Probe);
    }

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Fails,
        Succeeds,
        Waits(i64),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![Just(Step::Fails), Just(Step::Succeeds), (1_i64..60).prop_map(Step::Waits)]
    }

    proptest! {
        /// Whatever happens, no call is made while it is open, and it closes by itself.
        #[test]
        fn nothing_is_sent_while_it_is_open(steps in proptest::collection::vec(step(), 1..200)) {
            let (mut circuit, mut now, mut in_a_row) = (Circuit::default(), 0, 0);
            for step in steps {
                let passage = circuit.passage(at(now));
                match (step, passage) {
                    (Step::Waits(seconds), _) => now += seconds,
                    (_, Passage::Closed(until)) => {
                        prop_assert!(in_a_row >= FAILURES && at(now) < until && until <= at(now).plus(OPEN));
                    }
                    (Step::Fails, _) => {
                        in_a_row += 1;
                        circuit = circuit.failed(at(now));
                    }
                    (Step::Succeeds, _) => {
                        in_a_row = 0;
                        circuit = Circuit::default();
                    }
                }
                prop_assert_ne!(circuit.passage(at(now).plus(OPEN)), Passage::Closed(at(now)));
            }
        }
    }
}
