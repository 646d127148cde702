//! The life of a command: queued, delivered, and acknowledged or refused; or expired; or superseded by a later command.
//!
//! What a fridge says may come late, twice, or the end before the delivery. Each word adds to what is known and none
//! takes away, so that the same words in any order make the same life. Expiry is no event: it is what a command that
//! nobody fetched is after its time. A fridge that speaks after that is believed, for it was there.
//!
//! A superseded command stays superseded: a later receipt adds its facts and leaves the state as it is.

use crate::model::Outcome;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use shared::Instant;

/// "Commands are processed within 5 minutes": for so long a fridge may fetch one (spec, sections 4.3 and 9).
pub fn time_to_live() -> Duration {
    Duration::minutes(5)
}

/// How far a command got.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum State {
    /// Waits for the fridge to fetch it.
    Queued,
    /// The fridge has it.
    Delivered,
    /// The fridge did it.
    Acknowledged,
    /// The fridge could not do it.
    Refused,
    /// The fridge did not fetch it in time.
    Expired,
    /// A later command about the same resource replaced it before it ended.
    Superseded,
}

/// What is known of a command's life.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Life {
    /// When it was queued.
    pub queued_at: Instant,
    /// Until when the fridge may fetch it.
    pub expires_at: Instant,
    /// When the fridge fetched it, as far as it said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<Instant>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// When a later command about the same resource replaced it, if that was before it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_at: Option<Instant>,
}

/// How a command ended, as the fridge says. In the order in which one word goes before another: the earlier one is what
/// happened, whatever was said after it.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Ended {
    /// When.
    pub at: Instant,
    /// Whether the fridge did it.
    pub done: bool,
    /// The fridge's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

impl Life {
    /// The life of a command that is queued now.
    pub fn begin(now: Instant) -> Self {
        Self {
            queued_at: now,
            expires_at: now.plus(time_to_live()),
            delivered_at: None,
            ended: None,
            superseded_at: None,
        }
    }

    /// How far it got by `now`.
    pub fn state(&self, now: Instant) -> State {
        if self.superseded_at.is_some() {
            return State::Superseded;
        }
        match (&self.ended, self.delivered_at) {
            (Some(Ended { done: true, .. }), _) => State::Acknowledged,
            (Some(_), _) => State::Refused,
            (None, Some(_)) => State::Delivered,
            (None, None) if now >= self.expires_at => State::Expired,
            (None, None) => State::Queued,
        }
    }

    /// When it ended, if it has by `now`: by a later command, by the fridge's receipt, or by its time.
    pub fn ended_at(&self, now: Instant) -> Option<Instant> {
        match self.state(now) {
            State::Superseded => self.superseded_at,
            State::Acknowledged | State::Refused => self.ended.as_ref().map(|ended| ended.at),
            State::Expired => Some(self.expires_at),
            State::Queued | State::Delivered => None,
        }
    }

    /// Whether the fridge may still carry it out.
    pub fn is_open(&self, now: Instant) -> bool {
        matches!(self.state(now), State::Queued | State::Delivered)
    }

    /// The life of a command that a later command about the same resource replaces at `now`. A command that has ended
    /// keeps its end.
    #[must_use]
    pub fn superseded(mut self, now: Instant) -> Self {
        if self.is_open(now) {
            self.superseded_at = Some(now);
        }
        self
    }

    /// The life with what a fridge says of it besides.
    #[must_use]
    pub fn told(mut self, outcome: Outcome, at: Instant, result: Option<String>) -> Self {
        match outcome {
            Outcome::Delivered => self.delivered_at = Some(earlier(self.delivered_at, at)),
            Outcome::Acknowledged | Outcome::Refused => {
                let ended = Ended { at, done: outcome == Outcome::Acknowledged, result };
                self.ended = Some(earlier(self.ended, ended));
            }
        }
        self
    }
}

fn earlier<T: Ord>(known: Option<T>, told: T) -> T {
    match known {
        Some(known) => known.min(told),
        None => told,
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
    fn a_command_waits_five_minutes_and_then_expires() {
        let life = Life::begin(instant(0));
        assert_eq!((life.state(instant(299)), life.ended_at(instant(299))), (State::Queued, None));
        assert_eq!((life.state(instant(300)), life.ended_at(instant(900))), (State::Expired, Some(instant(300))));
    }

    #[test]
    fn a_command_is_delivered_and_then_acknowledged() {
        let delivered = Life::begin(instant(0)).told(Outcome::Delivered, instant(5), None);
        assert_eq!(delivered.state(instant(6)), State::Delivered);
        // It has been fetched: its time is over without consequence.
        assert_eq!(delivered.state(instant(900)), State::Delivered);
        let ended = delivered.told(Outcome::Acknowledged, instant(9), Some("Restarted".into()));
        assert_eq!((ended.state(instant(10)), ended.ended_at(instant(10))), (State::Acknowledged, Some(instant(9))));
    }

    #[test]
    fn a_refusal_keeps_its_reason() {
        let life = Life::begin(instant(0)).told(Outcome::Refused, instant(9), Some("The door is open".into()));
        assert_eq!(life.state(instant(10)), State::Refused);
        assert_eq!(life.ended.and_then(|ended| ended.result).as_deref(), Some("The door is open"));
    }

    #[test]
    fn a_fridge_that_speaks_after_the_time_is_believed() {
        let late = Life::begin(instant(0)).told(Outcome::Acknowledged, instant(400), None);
        assert_eq!(late.state(instant(500)), State::Acknowledged);
    }

    #[test]
    fn a_later_command_supersedes_an_open_command_only() {
        let queued = Life::begin(instant(0));
        let delivered = queued.clone().told(Outcome::Delivered, instant(5), None);
        for open in [queued.clone(), delivered] {
            let superseded = open.superseded(instant(10));
            assert_eq!(superseded.state(instant(900)), State::Superseded);
            assert_eq!(superseded.ended_at(instant(900)), Some(instant(10)));
        }
        let acknowledged = queued.clone().told(Outcome::Acknowledged, instant(5), None);
        assert_eq!(acknowledged.clone().superseded(instant(10)), acknowledged);
        assert_eq!(queued.clone().superseded(instant(300)), queued);
    }

    fn word() -> impl Strategy<Value = (Outcome, i64, Option<String>)> {
        let outcome = prop_oneof![Just(Outcome::Delivered), Just(Outcome::Acknowledged), Just(Outcome::Refused)];
        (outcome, 0_i64..20, proptest::option::of("[ab]"))
    }

    fn lived(words: &[(Outcome, i64, Option<String>)]) -> Life {
        words
            .iter()
            .cloned()
            .fold(Life::begin(instant(0)), |life, (outcome, at, result)| life.told(outcome, instant(at), result))
    }

    proptest! {
        #[test]
        fn the_same_words_in_any_order_make_the_same_life(
            (said, shuffled) in proptest::collection::vec(word(), 0..8)
                .prop_flat_map(|words| (Just(words.clone()), Just(words).prop_shuffle())),
        ) {
            prop_assert_eq!(lived(&said), lived(&shuffled));
        }

        #[test]
        fn words_said_twice_change_nothing(words in proptest::collection::vec(word(), 0..8)) {
            let twice = [words.clone(), words.clone()].concat();
            prop_assert_eq!(lived(&twice), lived(&words));
        }

        #[test]
        fn no_word_leads_back(words in proptest::collection::vec(word(), 1..8), now in 0_i64..600) {
            let rank = |life: &Life| match life.state(instant(now)) {
                State::Queued | State::Expired => 0,
                State::Delivered => 1,
                State::Acknowledged | State::Refused | State::Superseded => 2,
            };
            for said in 1..words.len() {
                prop_assert!(rank(&lived(&words[..said])) <= rank(&lived(&words[..=said])));
            }
        }

        #[test]
        fn receipts_of_a_superseded_command_leave_it_superseded(
            (before, after) in (proptest::collection::vec(word(), 0..4), proptest::collection::vec(word(), 0..8)),
        ) {
            let superseded = lived(&before).superseded(instant(30));
            let state = superseded.state(instant(30));
            prop_assert_eq!(state == State::Superseded, before.iter().all(|(outcome, ..)| *outcome == Outcome::Delivered));
            let ended_at = superseded.ended_at(instant(30));
            let last = after
                .into_iter()
                .fold(superseded, |life, (outcome, at, result)| life.told(outcome, instant(30 + at), result));
            prop_assert_eq!((last.state(instant(900)), last.ended_at(instant(900))), (state, ended_at));
        }

        #[test]
        fn only_what_nobody_fetched_expires(words in proptest::collection::vec(word(), 0..8), now in 0_i64..900) {
            let state = lived(&words).state(instant(now));
            prop_assert_eq!(state == State::Expired, words.is_empty() && now >= 300);
        }
    }
}
