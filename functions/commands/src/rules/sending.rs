//! What sending a command does to the commands before it: the newest command about a resource wins.
//!
//! Only the newest command about a resource can be queued. The same operation as the newest queued command repeats that
//! command. Any other command is new, has its own expiry, and supersedes the newest one. A fridge applies the same rule:
//! it compares command ids, and ignores a command that is older than one it has received about the same resource.

use super::life::State;
use crate::model::Command;
use shared::Instant;
use uuid::{NoContext, Timestamp, Uuid};

/// What sending an operation does.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sending {
    /// It repeats the newest command, which is still queued.
    Repeats,
    /// It creates a command and supersedes the newest one.
    Supersedes,
    /// It creates a command; no earlier command is open.
    Creates,
}

/// What sending `operation` at `now` does, where `newest` is the newest command about the same resource.
pub fn sending(newest: Option<&Command>, operation: &str, now: Instant) -> Sending {
    match newest {
        Some(newest) if newest.operation == operation && newest.life.state(now) == State::Queued => Sending::Repeats,
        Some(newest) if newest.life.is_open(now) => Sending::Supersedes,
        Some(_) | None => Sending::Creates,
    }
}

/// A command's id: a UUID of version 7 that sorts by the time of the call, and after the id of the `newest` command about
/// the same resource even where clocks differ.
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
        model::{Outcome, Resource},
        rules::life::Life,
    };
    use chrono::Duration;
    use proptest::prelude::*;
    use rstest::rstest;

    fn instant(seconds: i64) -> Instant {
        "2026-11-21T10:00:00Z".parse::<Instant>().unwrap().plus(Duration::seconds(seconds))
    }

    fn command(id: Uuid, operation: &str, life: Life) -> Command {
        Command {
            id,
            location: "FRIDGE_1".parse().unwrap(),
            resource: Resource::SafetyHold,
            operation: operation.into(),
            user: "ann@larder.example".into(),
            life,
        }
    }

    fn queued() -> Life {
        Life::begin(instant(0))
    }

    #[rstest]
    #[case::no_earlier_command(None, 10, Sending::Creates)]
    #[case::the_same_while_queued(Some(("ENABLE", queued())), 10, Sending::Repeats)]
    #[case::the_opposite_while_queued(Some(("DISABLE", queued())), 10, Sending::Supersedes)]
    #[case::the_same_after_delivery(
        Some(("ENABLE", queued().told(Outcome::Delivered, instant(5), None))), 10, Sending::Supersedes
    )]
    #[case::the_opposite_after_delivery(
        Some(("DISABLE", queued().told(Outcome::Delivered, instant(5), None))), 10, Sending::Supersedes
    )]
    #[case::the_same_after_its_end(
        Some(("ENABLE", queued().told(Outcome::Acknowledged, instant(5), None))), 10, Sending::Creates
    )]
    #[case::the_opposite_after_a_refusal(
        Some(("DISABLE", queued().told(Outcome::Refused, instant(5), None))), 10, Sending::Creates
    )]
    #[case::the_same_after_it_expired(Some(("ENABLE", queued())), 300, Sending::Creates)]
    #[case::the_opposite_after_it_expired(Some(("DISABLE", queued())), 300, Sending::Creates)]
    fn sends_enable_by_the_newest_command(
        #[case] newest: Option<(&str, Life)>,
        #[case] seconds: i64,
        #[case] expected: Sending,
    ) {
        let newest = newest.map(|(operation, life)| command(Uuid::now_v7(), operation, life));
        assert_eq!(sending(newest.as_ref(), "ENABLE", instant(seconds)), expected);
    }

    #[test]
    fn ids_sort_by_the_time_of_the_call() {
        assert!(id_after(None, instant(1)) < id_after(None, instant(2)));
        assert_ne!(id_after(None, instant(1)), id_after(None, instant(1)));
    }

    #[rstest]
    #[case::in_the_same_millisecond(0)]
    #[case::by_a_clock_that_is_behind(-2)]
    fn an_id_sorts_after_the_newest(#[case] seconds: i64) {
        let newest = id_after(None, instant(0));
        let next = id_after(Some(newest), instant(seconds));
        assert!(newest < next && next < id_after(Some(next), instant(seconds)));
    }

    /// The commands about one resource, oldest first, as the table and a fridge have them.
    #[derive(Debug, Default)]
    struct Model {
        sent: Vec<Command>,
    }

    impl Model {
        fn send(&mut self, operation: &str, now: Instant) -> Uuid {
            let newest = self.sent.last_mut();
            let sending = sending(newest.as_deref(), operation, now);
            let newest_id = newest.as_deref().map(|newest| newest.id);
            match (newest, sending) {
                (Some(newest), Sending::Repeats) => return newest.id,
                (Some(newest), Sending::Supersedes) => newest.life = newest.life.clone().superseded(now),
                (Some(_), Sending::Creates) | (None, _) => {}
            }
            let id = id_after(newest_id, now);
            self.sent.push(command(id, operation, Life::begin(now)));
            id
        }
    }

    #[test]
    fn the_third_of_enable_disable_enable_is_a_new_command_with_its_own_expiry() {
        let mut model = Model::default();
        let ids: Vec<Uuid> = [("ENABLE", 0), ("DISABLE", 10), ("ENABLE", 20), ("ENABLE", 30)]
            .map(|(operation, seconds)| model.send(operation, instant(seconds)))
            .into();
        assert!(ids[0] < ids[1] && ids[1] < ids[2] && ids[2] == ids[3]);
        let states: Vec<State> = model.sent.iter().map(|command| command.life.state(instant(30))).collect();
        assert_eq!(states, [State::Superseded, State::Superseded, State::Queued]);
        assert_eq!(model.sent[2].life.expires_at, instant(320));
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
        /// Receipts come late, early, twice and for any command.
        #[test]
        fn only_the_newest_command_is_queued_and_superseded_commands_stay_so(
            steps in proptest::collection::vec(step(), 1..60),
        ) {
            let (mut model, mut now) = (Model::default(), instant(0));
            for step in steps {
                let before: Vec<State> = model.sent.iter().map(|command| command.life.state(now)).collect();
                match step {
                    Step::Wait(seconds) => now = now.plus(Duration::seconds(seconds)),
                    Step::Receipt(command, outcome) => {
                        if let Some(command) = model.sent.get_mut(command) {
                            command.life = command.life.clone().told(outcome, now, None);
                        }
                    }
                    Step::Send(enable) => {
                        let operation = if enable { "ENABLE" } else { "DISABLE" };
                        let id = model.send(operation, now);
                        let newest = model.sent.last().unwrap();
                        prop_assert_eq!((newest.id, newest.operation.as_str()), (id, operation));
                        prop_assert_eq!(newest.life.state(now), State::Queued);
                    }
                }
                prop_assert!(model.sent.is_sorted_by(|earlier, later| earlier.id < later.id));
                for (command, before) in model.sent.iter().zip(before) {
                    if before == State::Superseded {
                        prop_assert_eq!(command.life.state(now), State::Superseded);
                    }
                }
                let earlier = model.sent.iter().rev().skip(1);
                prop_assert!(earlier.clone().all(|command| command.life.state(now) != State::Queued));
            }
        }
    }
}
