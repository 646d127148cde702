//! The lifecycle of a command: queued, delivered, then acknowledged or rejected; or expired; or superseded by a later
//! command.
//!
//! Receipts of a fridge can be delayed, duplicated or out of order. Each receipt adds facts and removes none, so that
//! the same receipts in any order lead to the same lifecycle. Expiry is not stored: a command without a receipt counts
//! as expired after its time to live. A later receipt overrides that, because it proves that the fridge received the
//! command.
//!
//! A superseded command stays superseded: a later receipt adds its facts and does not change the state.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// How long a fridge can receive a command (`docs/requirements/health.md`, CMD-3).
pub fn time_to_live() -> Duration {
    Duration::minutes(5)
}

/// The state of a command.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum State {
    /// The fridge has not received the command yet.
    Queued,
    /// The fridge received the command.
    Delivered,
    /// The fridge executed the command.
    Acknowledged,
    /// The fridge rejected the command.
    Refused,
    /// The fridge did not receive the command in time.
    Expired,
    /// A later command about the same resource replaced it before it ended.
    Superseded,
}

/// The outcome of a command as the fridge reports it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    /// The fridge received the command.
    Delivered,
    /// The fridge executed the command.
    Acknowledged,
    /// The fridge rejected the command.
    Refused,
}

/// The stored facts of a command's lifecycle.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Lifecycle {
    /// When it was queued.
    pub queued_at: Instant,
    /// Until when the fridge can receive the command.
    pub expires_at: Instant,
    /// When the fridge received the command, if it reported that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Instant>,
    /// The fridge's final receipt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Completion>,
    /// When a later command about the same resource replaced this one, if that was before it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_at: Option<Instant>,
}

/// The final receipt of a command. Receipts are ordered by time: the earliest one counts.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Completion {
    /// When the command ended.
    pub at: Instant,
    /// Whether the fridge executed the command.
    pub done: bool,
    /// A text from the fridge, such as the reason of a rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

impl Lifecycle {
    /// The lifecycle of a command that is queued at `now`.
    pub fn start(now: Instant) -> Self {
        Self {
            queued_at: now,
            expires_at: now.plus(time_to_live()),
            delivered_at: None,
            ended: None,
            superseded_at: None,
        }
    }

    /// The state at `now`.
    pub fn state(&self, now: Instant) -> State {
        if self.superseded_at.is_some() {
            return State::Superseded;
        }
        match (&self.ended, self.delivered_at) {
            (Some(Completion { done: true, .. }), _) => State::Acknowledged,
            (Some(_), _) => State::Refused,
            (None, Some(_)) => State::Delivered,
            (None, None) if now >= self.expires_at => State::Expired,
            (None, None) => State::Queued,
        }
    }

    /// When the command ended, if it ended by `now`: by a later command, by a receipt, or by expiry.
    pub fn ended_at(&self, now: Instant) -> Option<Instant> {
        match self.state(now) {
            State::Superseded => self.superseded_at,
            State::Acknowledged | State::Refused => self.ended.as_ref().map(|ended| ended.at),
            State::Expired => Some(self.expires_at),
            State::Queued | State::Delivered => None,
        }
    }

    /// Whether the fridge can still execute the command.
    pub fn is_open(&self, now: Instant) -> bool {
        matches!(self.state(now), State::Queued | State::Delivered)
    }

    /// How long the fridge can still receive the command. `None` if the command is not queued at `now`: it expired, the
    /// fridge sent a receipt, or a later command superseded it.
    pub fn time_left(&self, now: Instant) -> Option<std::time::Duration> {
        let left = (self.state(now) == State::Queued).then(|| self.expires_at.since(now))?;
        left.to_std().ok()
    }

    /// The lifecycle of a command that a later command about the same resource replaces at `now`. A command that has
    /// ended keeps its end.
    #[must_use]
    pub fn supersede(mut self, now: Instant) -> Self {
        if self.is_open(now) {
            self.superseded_at = Some(now);
        }
        self
    }

    /// The lifecycle with one more receipt.
    #[must_use]
    pub fn with_receipt(mut self, outcome: Outcome, at: Instant, result: Option<String>) -> Self {
        match outcome {
            Outcome::Delivered => self.delivered_at = Some(earlier(self.delivered_at, at)),
            Outcome::Acknowledged | Outcome::Refused => {
                let ended = Completion { at, done: outcome == Outcome::Acknowledged, result };
                self.ended = Some(earlier(self.ended, ended));
            }
        }
        self
    }
}

fn earlier<T: Ord>(known: Option<T>, received: T) -> T {
    match known {
        Some(known) => known.min(received),
        None => received,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn instant(seconds: i64) -> Instant {
        let start: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        start.plus(Duration::seconds(seconds))
    }

    #[test]
    fn a_command_expires_after_five_minutes() {
        let lifecycle = Lifecycle::start(instant(0));
        assert_eq!(lifecycle.state(instant(299)), State::Queued);
        assert_eq!(lifecycle.ended_at(instant(299)), None);
        assert_eq!(lifecycle.state(instant(300)), State::Expired);
        assert_eq!(lifecycle.ended_at(instant(900)), Some(instant(300)));
    }

    #[test]
    fn a_command_is_delivered_and_then_acknowledged() {
        let delivered = Lifecycle::start(instant(0)).with_receipt(Outcome::Delivered, instant(5), None);
        assert_eq!(delivered.state(instant(6)), State::Delivered);
        // A delivered command does not expire.
        assert_eq!(delivered.state(instant(900)), State::Delivered);
        let ended = delivered.with_receipt(Outcome::Acknowledged, instant(9), Some("Restarted".into()));
        assert_eq!(ended.state(instant(10)), State::Acknowledged);
        assert_eq!(ended.ended_at(instant(10)), Some(instant(9)));
    }

    #[test]
    fn only_a_queued_command_has_time_left() {
        let queued = Lifecycle::start(instant(0));
        assert_eq!(queued.time_left(instant(0)), Some(std::time::Duration::from_mins(5)));
        assert_eq!(queued.time_left(instant(299)), Some(std::time::Duration::from_secs(1)));
        assert_eq!(queued.time_left(instant(300)), None);
        assert_eq!(queued.clone().supersede(instant(1)).time_left(instant(2)), None);
        for outcome in [Outcome::Delivered, Outcome::Acknowledged, Outcome::Refused] {
            assert_eq!(
                queued.clone().with_receipt(outcome, instant(1), None).time_left(instant(2)),
                None,
                "{outcome:?}"
            );
        }
    }

    #[test]
    fn a_rejection_keeps_its_reason() {
        let lifecycle =
            Lifecycle::start(instant(0)).with_receipt(Outcome::Refused, instant(9), Some("The door is open".into()));
        assert_eq!(lifecycle.state(instant(10)), State::Refused);
        assert_eq!(lifecycle.ended.and_then(|ended| ended.result).as_deref(), Some("The door is open"));
    }

    #[test]
    fn a_receipt_after_the_expiry_counts() {
        let late = Lifecycle::start(instant(0)).with_receipt(Outcome::Acknowledged, instant(400), None);
        assert_eq!(late.state(instant(500)), State::Acknowledged);
    }

    #[test]
    fn a_later_command_supersedes_an_open_command_only() {
        let queued = Lifecycle::start(instant(0));
        let delivered = queued.clone().with_receipt(Outcome::Delivered, instant(5), None);
        for open in [queued.clone(), delivered] {
            let superseded = open.supersede(instant(10));
            assert_eq!(superseded.state(instant(900)), State::Superseded);
            assert_eq!(superseded.ended_at(instant(900)), Some(instant(10)));
        }
        let acknowledged = queued.clone().with_receipt(Outcome::Acknowledged, instant(5), None);
        assert_eq!(acknowledged.clone().supersede(instant(10)), acknowledged);
        assert_eq!(queued.clone().supersede(instant(300)), queued);
    }

    fn receipt() -> impl Strategy<Value = (Outcome, i64, Option<String>)> {
        let outcome = prop_oneof![Just(Outcome::Delivered), Just(Outcome::Acknowledged), Just(Outcome::Refused)];
        (outcome, 0_i64..20, proptest::option::of("[ab]"))
    }

    fn lifecycle_of(receipts: &[(Outcome, i64, Option<String>)]) -> Lifecycle {
        receipts.iter().cloned().fold(Lifecycle::start(instant(0)), |lifecycle, (outcome, at, result)| {
            lifecycle.with_receipt(outcome, instant(at), result)
        })
    }

    proptest! {
        #[test]
        fn receipts_in_any_order_lead_to_the_same_lifecycle(
            (received, shuffled) in proptest::collection::vec(receipt(), 0..8)
                .prop_flat_map(|receipts| (Just(receipts.clone()), Just(receipts).prop_shuffle())),
        ) {
            prop_assert_eq!(lifecycle_of(&received), lifecycle_of(&shuffled));
        }

        #[test]
        fn duplicate_receipts_change_nothing(receipts in proptest::collection::vec(receipt(), 0..8)) {
            let twice = [receipts.clone(), receipts.clone()].concat();
            prop_assert_eq!(lifecycle_of(&twice), lifecycle_of(&receipts));
        }

        #[test]
        fn no_receipt_moves_the_state_backward(
            receipts in proptest::collection::vec(receipt(), 1..8),
            now in 0_i64..600,
        ) {
            let rank = |lifecycle: &Lifecycle| match lifecycle.state(instant(now)) {
                State::Queued | State::Expired => 0,
                State::Delivered => 1,
                State::Acknowledged | State::Refused | State::Superseded => 2,
            };
            for received in 1..receipts.len() {
                prop_assert!(rank(&lifecycle_of(&receipts[..received])) <= rank(&lifecycle_of(&receipts[..=received])));
            }
        }

        #[test]
        fn a_superseded_command_stays_superseded(
            (before, after) in (proptest::collection::vec(receipt(), 0..4), proptest::collection::vec(receipt(), 0..8)),
        ) {
            let superseded = lifecycle_of(&before).supersede(instant(30));
            let state = superseded.state(instant(30));
            let only_delivered = before.iter().all(|(outcome, ..)| *outcome == Outcome::Delivered);
            prop_assert_eq!(state == State::Superseded, only_delivered);
            let ended_at = superseded.ended_at(instant(30));
            let last = after.into_iter().fold(superseded, |lifecycle, (outcome, at, result)| {
                lifecycle.with_receipt(outcome, instant(30 + at), result)
            });
            prop_assert_eq!(last.state(instant(900)), state);
            prop_assert_eq!(last.ended_at(instant(900)), ended_at);
        }

        #[test]
        fn only_a_command_without_a_receipt_expires(
            receipts in proptest::collection::vec(receipt(), 0..8),
            now in 0_i64..900,
        ) {
            let state = lifecycle_of(&receipts).state(instant(now));
            prop_assert_eq!(state == State::Expired, receipts.is_empty() && now >= 300);
        }
    }
}
