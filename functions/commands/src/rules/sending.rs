//! The effect of sending a command on earlier commands: the newest command about a resource wins.
//!
//! Only the newest command about a resource can be queued. The same operation as the newest queued command repeats that
//! command. Any other command is new, has its own expiry, and supersedes the newest one. A fridge applies the same
//! rule: it compares command ids, and ignores a command that is older than one it has received about the same resource.

use crate::{lifecycle::State, model::Command};
use shared::Instant;
use uuid::{NoContext, Timestamp, Uuid};

/// The effect of a call that sends an operation.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum SendDecision {
    /// The call repeats the newest command, which is still queued.
    Repeat,
    /// The call creates a command and supersedes the newest one.
    Supersede,
    /// The call creates a command; no earlier command is open.
    Create,
}

/// Decides the effect of sending `operation` at `now`, given the newest command about the same resource.
pub fn decide(newest: Option<&Command>, operation: &str, now: Instant) -> SendDecision {
    match newest {
        Some(newest) if newest.operation == operation && newest.lifecycle.state(now) == State::Queued => {
            SendDecision::Repeat
        }
        Some(newest) if newest.lifecycle.is_open(now) => SendDecision::Supersede,
        Some(_) | None => SendDecision::Create,
    }
}

/// A new command id: a UUID version 7 that sorts by the time of the call, and after the id of the `newest` command
/// about the same resource even if clocks differ.
pub fn id_after(newest: Option<Uuid>, now: Instant) -> Uuid {
    let newest = newest.and_then(|id| id.get_timestamp()).map(|time| milliseconds(time.to_unix()));
    let time = now.utc();
    let seconds = u64::try_from(time.timestamp()).unwrap_or_default();
    let now = milliseconds((seconds, time.timestamp_subsec_nanos()));
    let at = newest.map_or(now, |newest| now.max(newest + 1));
    let nanoseconds = u32::try_from(at % 1000 * 1_000_000).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(NoContext, at / 1000, nanoseconds))
}

fn milliseconds((seconds, nanoseconds): (u64, u32)) -> u64 {
    seconds * 1000 + u64::from(nanoseconds / 1_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        lifecycle::{Lifecycle, Outcome},
        model::Resource,
    };
    use chrono::Duration;
    use proptest::prelude::*;
    use rstest::rstest;

    fn instant(seconds: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::seconds(seconds))
    }

    fn command(id: Uuid, operation: &str, lifecycle: Lifecycle) -> Command {
        Command {
            id,
            location: "FRIDGE_1".parse().unwrap(),
            resource: Resource::SafetyHold,
            operation: operation.into(),
            user: "ann@larder.example".into(),
            lifecycle,
        }
    }

    fn queued() -> Lifecycle {
        Lifecycle::start(instant(0))
    }

    #[rstest]
    #[case::no_earlier_command(None, 10, SendDecision::Create)]
    #[case::the_same_while_queued(Some(("ENABLE", queued())), 10, SendDecision::Repeat)]
    #[case::the_opposite_while_queued(Some(("DISABLE", queued())), 10, SendDecision::Supersede)]
    #[case::the_same_after_delivery(
        Some(("ENABLE", queued().with_receipt(Outcome::Delivered, instant(5), None))), 10, SendDecision::Supersede
    )]
    #[case::the_opposite_after_delivery(
        Some(("DISABLE", queued().with_receipt(Outcome::Delivered, instant(5), None))), 10, SendDecision::Supersede
    )]
    #[case::the_same_after_its_end(
        Some(("ENABLE", queued().with_receipt(Outcome::Acknowledged, instant(5), None))), 10, SendDecision::Create
    )]
    #[case::the_opposite_after_a_rejection(
        Some(("DISABLE", queued().with_receipt(Outcome::Refused, instant(5), None))), 10, SendDecision::Create
    )]
    #[case::the_same_after_it_expired(Some(("ENABLE", queued())), 300, SendDecision::Create)]
    #[case::the_opposite_after_it_expired(Some(("DISABLE", queued())), 300, SendDecision::Create)]
    fn decides_by_the_state_of_the_newest_command(
        #[case] newest: Option<(&str, Lifecycle)>,
        #[case] seconds: i64,
        #[case] expected: SendDecision,
    ) {
        let newest = newest.map(|(operation, lifecycle)| command(Uuid::now_v7(), operation, lifecycle));
        assert_eq!(decide(newest.as_ref(), "ENABLE", instant(seconds)), expected);
    }

    #[test]
    fn ids_sort_by_the_time_of_the_call() {
        assert!(id_after(None, instant(1)) < id_after(None, instant(2)));
        assert_ne!(id_after(None, instant(1)), id_after(None, instant(1)));
    }

    #[rstest]
    #[case::the_same_millisecond(0)]
    #[case::a_clock_that_is_behind(-2)]
    fn a_new_id_sorts_after_the_newest(#[case] seconds: i64) {
        let newest = id_after(None, instant(0));
        let next = id_after(Some(newest), instant(seconds));
        assert!(newest < next && next < id_after(Some(next), instant(seconds)));
    }

    /// The commands about one resource, oldest first, as in the table and in a fridge.
    #[derive(Debug, Default)]
    struct Model {
        sent: Vec<Command>,
    }

    impl Model {
        fn send(&mut self, operation: &str, now: Instant) -> Uuid {
            let newest = self.sent.last_mut();
            let decision = decide(newest.as_deref(), operation, now);
            let newest_id = newest.as_deref().map(|newest| newest.id);
            match (newest, decision) {
                (Some(newest), SendDecision::Repeat) => return newest.id,
                (Some(newest), SendDecision::Supersede) => newest.lifecycle = newest.lifecycle.clone().supersede(now),
                (Some(_), SendDecision::Create) | (None, _) => {}
            }
            let id = id_after(newest_id, now);
            self.sent.push(command(id, operation, Lifecycle::start(now)));
            id
        }
    }

    #[test]
    fn the_third_of_enable_disable_enable_is_a_new_command_with_a_new_expiry() {
        let mut model = Model::default();
        let ids: Vec<Uuid> = [("ENABLE", 0), ("DISABLE", 10), ("ENABLE", 20), ("ENABLE", 30)]
            .map(|(operation, seconds)| model.send(operation, instant(seconds)))
            .into();
        assert!(ids[0] < ids[1] && ids[1] < ids[2] && ids[2] == ids[3]);
        let states: Vec<State> = model.sent.iter().map(|command| command.lifecycle.state(instant(30))).collect();
        assert_eq!(states, [State::Superseded, State::Superseded, State::Queued]);
        assert_eq!(model.sent[2].lifecycle.expires_at, instant(320));
    }

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Send(bool),
        Receipt(usize, Outcome),
        Wait(i64),
    }

    fn step() -> impl Strategy<Value = Step> {
        let outcome = prop_oneof![Just(Outcome::Delivered), Just(Outcome::Acknowledged), Just(Outcome::Refused)];
        prop_oneof![
            any::<bool>().prop_map(Step::Send),
            (0_usize..6, outcome).prop_map(|(command, outcome)| Step::Receipt(command, outcome)),
            (0_i64..200).prop_map(Step::Wait),
        ]
    }

    proptest! {
        /// Receipts are late, early, duplicated, and for any command.
        #[test]
        fn only_the_newest_command_is_queued_and_superseded_commands_stay_superseded(
            steps in proptest::collection::vec(step(), 1..60),
        ) {
            let (mut model, mut now) = (Model::default(), instant(0));
            for step in steps {
                let before: Vec<State> = model.sent.iter().map(|command| command.lifecycle.state(now)).collect();
                match step {
                    Step::Wait(seconds) => now = now.plus(Duration::seconds(seconds)),
                    Step::Receipt(command, outcome) => {
                        if let Some(command) = model.sent.get_mut(command) {
                            command.lifecycle = command.lifecycle.clone().with_receipt(outcome, now, None);
                        }
                    }
                    Step::Send(enable) => {
                        let operation = if enable { "ENABLE" } else { "DISABLE" };
                        let id = model.send(operation, now);
                        let newest = model.sent.last().unwrap();
                        prop_assert_eq!(newest.id, id);
                        prop_assert_eq!(newest.operation.as_str(), operation);
                        prop_assert_eq!(newest.lifecycle.state(now), State::Queued);
                    }
                }
                prop_assert!(model.sent.is_sorted_by(|earlier, later| earlier.id < later.id));
                for (command, before) in model.sent.iter().zip(before) {
                    if before == State::Superseded {
                        prop_assert_eq!(command.lifecycle.state(now), State::Superseded);
                    }
                }
                let earlier = model.sent.iter().rev().skip(1);
                prop_assert!(earlier.clone().all(|command| command.lifecycle.state(now) != State::Queued));
            }
        }
    }
}
