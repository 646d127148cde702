//! The rules of scheduling: pure, the time handed in.

use crate::model::{Change, ScheduleChange, ScheduleChangeState, Table, Unit};
use chrono::Duration;
use locations::{model::LocationId, rules::edit::UPDATE_REASON};
use serde::Deserialize;
use serde_json::Value;
use shared::{FieldError, Instant};
use uuid::Uuid;

/// How long from now 'Complete Now' takes effect. Spec of locations, section 9.
pub const COMPLETE_NOW: Duration = Duration::seconds(5);
/// What is due within this time goes to the queue; SQS delays a message by 15 minutes at most.
pub const HORIZON: Duration = Duration::minutes(2);
/// How long after its time a change that was handed to the queue and is still there is handed over again.
pub const HAND_OVER_AGAIN: Duration = Duration::seconds(90);
/// How much earlier than its time a change may be applied: queues keep delays to the second.
const EARLY: Duration = Duration::seconds(1);
/// How far in the past a new change's time may lie: the time of sending and of two clocks that differ.
const LATE: Duration = Duration::minutes(1);
/// The most changes in one call: with their audit entries they fit one transaction.
pub const MOST: usize = 45;

/// A change as it was asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateScheduleChange {
    /// The location's id.
    pub location: String,
    /// The attribute, or `updateReason`.
    pub attribute: String,
    /// JSON text of the new value.
    pub value: String,
    /// When it takes effect: ISO 8601 with an offset.
    pub date_time: String,
}

/// When a pending change is next handed to the queue.
pub fn due_at(change: &ScheduleChange, handed_over: bool, now: Instant) -> Instant {
    if handed_over { change.action_time.max(now).plus(HAND_OVER_AGAIN) } else { change.action_time.plus(-HORIZON) }
}

/// Whether a change is so near that no sweep is waited for.
pub fn is_near(change: &ScheduleChange, now: Instant) -> bool {
    change.action_time <= now.plus(HORIZON)
}

/// The seconds that the queue holds a change back: whole ones, rounded up, so that it never comes early.
pub fn delay_seconds(action_time: Instant, now: Instant) -> i32 {
    let milliseconds = action_time.since(now).num_milliseconds();
    i32::try_from(milliseconds.max(0).unsigned_abs().div_ceil(1000)).unwrap_or(i32::MAX).min(900)
}

/// What to do with a message that names `change` and the time it was sent for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Decision {
    /// Its time has come.
    Apply,
    /// It was moved, or failed, since the message was sent: another message speaks for it, or none.
    Ignore,
    /// It came before its time.
    Wait,
}

/// Decides that.
pub fn decide(change: &ScheduleChange, sent_for: Instant, now: Instant) -> Decision {
    if change.state != ScheduleChangeState::Pending || change.action_time != sent_for {
        Decision::Ignore
    } else if now < change.action_time.plus(-EARLY) {
        Decision::Wait
    } else {
        Decision::Apply
    }
}

/// Reads what was asked for and pairs changes with their reasons: `updateReason` with the change of the attribute that
/// it explains, for the same location and time.
///
/// Answers what could be read, each with the position of its input, and everything that is wrong, by input
/// (`input.0.dateTime`). What only the location can tell is not checked here.
pub fn units(input: &[CreateScheduleChange], user: &str, now: Instant) -> (Vec<(usize, Unit)>, Vec<FieldError>) {
    if input.is_empty() || input.len() > MOST {
        return (vec![], vec![FieldError::new("input", format!("One call schedules 1 to {MOST} changes"))]);
    }
    let (mut changes, mut errors) = (Vec::new(), Vec::new());
    for (position, asked) in input.iter().enumerate() {
        match change(asked, user, now) {
            Ok(change) => changes.push((position, change)),
            Err((field, message)) => errors.push(FieldError::new(format!("input.{position}.{field}"), message)),
        }
    }
    let (mut reasons, leads): (Vec<_>, Vec<_>) = changes.into_iter().partition(|(_, change)| change.is_reason());
    let mut units = Vec::new();
    for (position, mut lead) in leads {
        let mate = reasons.iter().position(|(_, reason)| explains(reason, &lead));
        let reason = mate.map(|mate| reasons.swap_remove(mate).1).map(|mut reason| {
            (lead.paired_with, reason.paired_with) = (Some(reason.uuid), Some(lead.uuid));
            reason
        });
        if reason.is_none() && ["prod", "reserve"].contains(&lead.change.attribute.as_str()) {
            errors.push(FieldError::new(format!("input.{position}.value"), "Reason cannot be empty"));
        } else {
            units.push((position, Unit { lead, reason }));
        }
    }
    errors.extend(reasons.into_iter().map(|(position, _)| {
        let message = "A reason needs the change that it explains, for the same location and time";
        FieldError::new(format!("input.{position}.attribute"), message)
    }));
    (units, errors)
}

fn change(asked: &CreateScheduleChange, user: &str, now: Instant) -> Result<ScheduleChange, (&'static str, String)> {
    let id: LocationId = asked.location.parse().map_err(|message| ("location", message))?;
    let action_time: Instant = asked
        .date_time
        .parse()
        .map_err(|_| ("dateTime", "dateTime should be a time in ISO 8601 with an offset".to_owned()))?;
    if action_time < now.plus(-LATE) {
        return Err(("dateTime", "A change can be scheduled for a time to come only".into()));
    }
    let value: Value =
        serde_json::from_str(&asked.value).map_err(|_| ("value", "value should be JSON text".to_owned()))?;
    let change = Change {
        id: id.clone(),
        table: Table::Locations,
        attribute: asked.attribute.clone(),
        value: value.to_string(),
    };
    Ok(ScheduleChange {
        uuid: Uuid::now_v7(),
        action_time,
        id,
        user: user.into(),
        version: 1,
        change,
        paired_with: None,
        state: ScheduleChangeState::Pending,
        failure: None,
    })
}

/// Whether `reason` gives the reason of `lead`, in words.
fn explains(reason: &ScheduleChange, lead: &ScheduleChange) -> bool {
    let reasons: Option<Value> = serde_json::from_str(&reason.change.value).ok();
    let given = reasons.as_ref().and_then(|reasons| reasons.get(&lead.change.attribute)?.as_str());
    reason.id == lead.id
        && reason.action_time == lead.action_time
        && given.is_some_and(|given| !given.trim().is_empty())
        && lead.change.attribute != UPDATE_REASON
}

/// The change, moved to a time from now, pending again.
#[must_use]
pub fn moved(change: &ScheduleChange, action_time: Instant) -> ScheduleChange {
    ScheduleChange {
        action_time,
        version: change.version + 1,
        state: ScheduleChangeState::Pending,
        failure: None,
        ..change.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::json;

    const NOW: &str = "2026-11-21T10:00:00Z";

    fn instant(text: &str) -> Instant {
        text.parse().unwrap()
    }

    fn asked(attribute: &str, value: &Value) -> CreateScheduleChange {
        CreateScheduleChange {
            location: "FRIDGE_1".into(),
            attribute: attribute.into(),
            value: value.to_string(),
            date_time: "2026-11-22T06:00:00-06:00".into(),
        }
    }

    fn read(input: &[CreateScheduleChange]) -> Result<Vec<Unit>, Vec<FieldError>> {
        let (units, errors) = units(input, "ann@larder.example", instant(NOW));
        if errors.is_empty() { Ok(units.into_iter().map(|(_, unit)| unit).collect()) } else { Err(errors) }
    }

    fn one() -> ScheduleChange {
        read(&[asked("layoutName", &json!("dummy"))]).unwrap().remove(0).lead
    }

    #[test]
    fn an_allocation_schedule_is_a_pair_that_shares_the_time() {
        let pair = [asked("updateReason", &json!({"prod": "First Stocking"})), asked("prod", &json!(1))];
        let units = read(&pair).unwrap();
        let [Unit { lead, reason: Some(reason) }] = units.as_slice() else { panic!("{units:?}") };
        assert_eq!((lead.change.attribute.as_str(), reason.is_reason()), ("prod", true));
        assert_eq!((lead.paired_with, reason.paired_with), (Some(reason.uuid), Some(lead.uuid)));
        assert_eq!(lead.action_time, reason.action_time);
        assert_eq!(lead.action_time, instant("2026-11-22T12:00:00Z"));
    }

    #[rstest]
    #[case::none(json!(null))]
    #[case::empty(json!({"prod": ""}))]
    #[case::blank(json!({"prod": "  "}))]
    #[case::of_another_attribute(json!({"reserve": "Connectivity issues"}))]
    fn scheduling_an_allocation_needs_a_reason_that_says_something(#[case] reason: Value) {
        let mut input = vec![asked("prod", &json!(1))];
        if !reason.is_null() {
            input.push(asked("updateReason", &reason));
        }
        let errors = read(&input).unwrap_err();
        assert_eq!(errors.first(), Some(&FieldError::new("input.0.value", "Reason cannot be empty")));
    }

    #[test]
    fn a_reason_of_another_time_or_place_explains_nothing() {
        let later = CreateScheduleChange {
            date_time: "2026-11-23T06:00:00-06:00".into(),
            ..asked("updateReason", &json!({"prod": "First Stocking"}))
        };
        assert!(read(&[asked("prod", &json!(1)), later]).is_err());
        assert!(read(&[asked("updateReason", &json!({"prod": "First Stocking"}))]).is_err());
    }

    #[rstest]
    #[case("2026-11-21T09:58:59Z", false)]
    #[case("2026-11-21T09:59:30Z", true)]
    #[case("2026-11-21T10:00:05Z", true)]
    #[case("2026-11-21T10:00:00", false)]
    #[case("tomorrow", false)]
    fn a_change_is_scheduled_for_a_time_to_come(#[case] date_time: &str, #[case] accepted: bool) {
        let asked = CreateScheduleChange { date_time: date_time.into(), ..asked("stop", &json!(3)) };
        assert_eq!(read(&[asked]).is_ok(), accepted);
    }

    #[test]
    fn every_wrong_input_is_named() {
        let wrong = CreateScheduleChange { value: "{".into(), ..asked("stop", &json!(1)) };
        let nowhere = CreateScheduleChange { location: "no where".into(), ..asked("stop", &json!(1)) };
        let fields: Vec<String> = read(&[wrong, nowhere]).unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["input.0.value", "input.1.location"]);
    }

    #[test]
    fn one_call_schedules_a_bounded_number_of_changes() {
        assert!(read(&[]).is_err());
        assert!(read(&vec![asked("stop", &json!(1)); MOST]).is_ok());
        assert!(read(&vec![asked("stop", &json!(1)); MOST + 1]).is_err());
    }

    #[rstest]
    #[case::on_time(0, Decision::Apply)]
    #[case::late_by_a_day(86_400, Decision::Apply)]
    #[case::half_a_second_early(0, Decision::Apply)]
    #[case::too_early(-2, Decision::Wait)]
    fn a_message_is_acted_upon_at_its_time(#[case] seconds: i64, #[case] decision: Decision) {
        let change = one();
        assert_eq!(decide(&change, change.action_time, change.action_time.plus(Duration::seconds(seconds))), decision);
    }

    #[test]
    fn a_message_for_a_time_that_the_change_has_left_is_ignored() {
        let change = one();
        let moved = moved(&change, instant(NOW).plus(COMPLETE_NOW));
        assert_eq!(decide(&moved, change.action_time, change.action_time), Decision::Ignore);
        let failed = ScheduleChange { state: ScheduleChangeState::Failed, ..change };
        assert_eq!(decide(&failed, failed.action_time, failed.action_time), Decision::Ignore);
    }

    #[rstest]
    #[case::now(0, 0)]
    #[case::overdue(-5000, 0)]
    #[case::complete_now(5000, 5)]
    #[case::rounded_up(4001, 5)]
    #[case::as_long_as_sqs_can(10_000_000, 900)]
    fn the_queue_holds_a_change_back_to_the_second(#[case] milliseconds: i64, #[case] seconds: i32) {
        let now = instant(NOW);
        assert_eq!(delay_seconds(now.plus(Duration::milliseconds(milliseconds)), now), seconds);
    }

    proptest! {
        /// However often the sweep runs, each change is handed over before its time, and not again before it was due.
        #[test]
        fn a_sweep_each_minute_hands_over_in_time(seconds_ahead in 0_i64..100_000, offset in 0_i64..60) {
            let created = instant(NOW);
            let change = ScheduleChange { action_time: created.plus(Duration::seconds(seconds_ahead)), ..one() };
            if is_near(&change, created) {
                return Ok(());
            }
            let sweeps = (0..).map(|minute| created.plus(Duration::minutes(minute) + Duration::seconds(offset)));
            let handed = sweeps.clone().find(|now| due_at(&change, false, created) <= *now).unwrap();
            prop_assert!(handed < change.action_time);
            prop_assert!(delay_seconds(change.action_time, handed) <= 120);
            prop_assert!(due_at(&change, true, handed) > change.action_time);
        }
    }
}
