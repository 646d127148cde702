//! The rules of scheduling: pure, the time handed in.

use crate::{
    key::keyed,
    model::{Change, ScheduleChange, ScheduleChangeState, Table, Unit},
};
use chrono::Duration;
use locations::model::{Location, LocationId};
use serde::Deserialize;
use serde_json::Value;
use shared::{Action, Caller, Error, FieldError, Instant};
use std::collections::{BTreeMap, BTreeSet, btree_map};
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
/// The most changes in one call: they are written, and answered, well within AppSync's 30 seconds and 1 MB.
pub const MOST: usize = 1000;

/// The most pending changes of one location: `readScheduleChange` answers them in one list.
pub const MAX_PENDING: usize = 200;
/// What the edit of a location needs, now or at a scheduled time.
pub const EDIT: Action = Action::UpdateLocation;

/// Who schedules a change.
#[derive(Clone, Copy, Debug)]
pub struct Author<'a> {
    /// The id in the user pool; `None` where only the e-mail is known.
    pub sub: Option<&'a str>,
    /// The e-mail.
    pub email: &'a str,
}

impl<'a> From<&'a Caller> for Author<'a> {
    fn from(caller: &'a Caller) -> Self {
        Self { sub: Some(caller.sub()), email: caller.email() }
    }
}

/// Why a change is held.
pub fn held_because(user: &str) -> String {
    format!(
        "{user} no longer has {EDIT}, or the account is disabled. An administrator can release or delete this change."
    )
}

/// That a change is held: only an administrator decides about it.
///
/// # Errors
/// [`Error::Conflict`] where it is.
pub fn not_held(change: &ScheduleChange) -> shared::Result<()> {
    match change.state {
        ScheduleChangeState::Held => {
            Err(Error::conflict("This change is held. An administrator can release or delete it."))
        }
        ScheduleChangeState::Pending | ScheduleChangeState::Failed => Ok(()),
    }
}

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

/// Gives each input the id that its location was created with. Returns whether one of them was in another case.
pub fn use_stored_ids(input: &mut [CreateScheduleChange], locations: &BTreeMap<LocationId, Location>) -> bool {
    let mut changed = false;
    for change in input {
        let stored = change.location.parse().ok().and_then(|id: LocationId| Some(&locations.get(&id)?.id));
        if let Some(stored) = stored.filter(|stored| stored.as_str() != change.location) {
            change.location = stored.to_string();
            changed = true;
        }
    }
    changed
}

/// Reads what was asked for and pairs changes with their reasons: `updateReason` with the change of the attribute that
/// it explains, for the same location and time. What is asked for twice is one change.
///
/// Answers what could be read, each with the position of its input, and everything that is wrong, by input
/// (`input.0.dateTime`). What only the location can tell is not checked here.
pub fn units(
    input: &[CreateScheduleChange],
    author: Author<'_>,
    now: Instant,
) -> (Vec<(usize, Unit)>, Vec<FieldError>) {
    if input.is_empty() || input.len() > MOST {
        return (vec![], vec![FieldError::new("input", format!("One call schedules 1 to {MOST} changes"))]);
    }
    let (mut leads, mut reasons, mut errors) = (Leads::default(), Reasons::default(), Vec::new());
    for (position, asked) in input.iter().enumerate() {
        let read = match change(asked, author, now) {
            Ok(change) if change.is_reason() => {
                reasons.add(position, change);
                Ok(())
            }
            Ok(change) => leads.add(position, change),
            Err(wrong) => Err(wrong),
        };
        if let Err((field, message)) = read {
            errors.push(FieldError::new(format!("input.{position}.{field}"), message));
        }
    }
    let mut units = Vec::new();
    for (position, lead) in leads.in_order() {
        let reason = reasons.take(&lead);
        if reason.is_none() && ["prod", "reserve"].contains(&lead.change.attribute.as_str()) {
            errors.push(FieldError::new(format!("input.{position}.value"), "Reason cannot be empty"));
        } else {
            units.push((position, keyed(Unit { lead, reason })));
        }
    }
    errors.extend(reasons.left().map(|position| {
        let message = "A reason needs the change that it explains, for the same location and time";
        FieldError::new(format!("input.{position}.attribute"), message)
    }));
    (units, errors)
}

/// The changes of attributes, by what they change and when; with the position of each.
#[derive(Default)]
struct Leads(BTreeMap<(LocationId, String, Instant), (usize, ScheduleChange)>);

impl Leads {
    /// Adds a change, unless it is there. Two values for one attribute and time are a mistake of the caller's.
    fn add(&mut self, position: usize, change: ScheduleChange) -> Result<(), (&'static str, String)> {
        match self.0.entry((change.id.clone(), change.change.attribute.clone(), change.action_time)) {
            btree_map::Entry::Vacant(free) => {
                free.insert((position, change));
                Ok(())
            }
            btree_map::Entry::Occupied(taken) if taken.get().1.change.value == change.change.value => Ok(()),
            btree_map::Entry::Occupied(_) => {
                let Change { id, attribute, .. } = change.change;
                Err(("value", format!("{attribute} of {id} is given two values for the same time")))
            }
        }
    }

    fn in_order(self) -> Vec<(usize, ScheduleChange)> {
        let mut leads: Vec<_> = self.0.into_values().collect();
        leads.sort_by_key(|(position, _)| *position);
        leads
    }
}

/// The reasons, by location and time; with the position of each.
#[derive(Default)]
struct Reasons(BTreeMap<(LocationId, Instant), Vec<(usize, ScheduleChange)>>);

impl Reasons {
    fn add(&mut self, position: usize, reason: ScheduleChange) {
        let there = self.0.entry((reason.id.clone(), reason.action_time)).or_default();
        if there.iter().all(|(_, other)| other.change.value != reason.change.value) {
            there.push((position, reason));
        }
    }

    /// The reason of `lead`, which explains nothing else then.
    fn take(&mut self, lead: &ScheduleChange) -> Option<ScheduleChange> {
        let there = self.0.get_mut(&(lead.id.clone(), lead.action_time))?;
        let found = there.iter().position(|(_, reason)| explains(reason, lead))?;
        Some(there.swap_remove(found).1)
    }

    /// The positions of those that explain nothing.
    fn left(self) -> impl Iterator<Item = usize> {
        self.0.into_values().flatten().map(|(position, _)| position)
    }
}

fn change(
    asked: &CreateScheduleChange,
    author: Author<'_>,
    now: Instant,
) -> Result<ScheduleChange, (&'static str, String)> {
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
        // `keyed` gives it its own, once it is known whether it has a reason.
        uuid: Uuid::nil(),
        action_time,
        id,
        user: author.email.into(),
        author: author.sub.map(Into::into),
        version: 1,
        change,
        paired_with: None,
        state: ScheduleChangeState::Pending,
        failure: None,
    })
}

/// Whether `reason`, of the same location and time, gives the reason of `lead`, in words.
fn explains(reason: &ScheduleChange, lead: &ScheduleChange) -> bool {
    let reasons: Option<Value> = serde_json::from_str(&reason.change.value).ok();
    let given = reasons.as_ref().and_then(|reasons| reasons.get(&lead.change.attribute)?.as_str());
    given.is_some_and(|given| !given.trim().is_empty())
}

/// The unit, moved to a time from now, pending again: with the identity of that time.
#[must_use]
pub fn moved(unit: &Unit, action_time: Instant) -> Unit {
    let again = |change: &ScheduleChange| ScheduleChange {
        action_time,
        version: change.version + 1,
        state: ScheduleChangeState::Pending,
        failure: None,
        ..change.clone()
    };
    keyed(Unit { lead: again(&unit.lead), reason: unit.reason.as_ref().map(again) })
}

/// The held unit, released by `author`, in whose name it is applied: moved to a time from now, pending again.
#[must_use]
pub fn released(unit: &Unit, author: Author<'_>, action_time: Instant) -> Unit {
    let mut after = moved(unit, action_time);
    for change in std::iter::once(&mut after.lead).chain(&mut after.reason) {
        change.user = author.email.into();
        change.author = author.sub.map(Into::into);
    }
    after
}

/// The unit as it stands in the list of what was not applied, with the reason.
#[must_use]
pub fn stopped(unit: &Unit, state: ScheduleChangeState, why: &str) -> Unit {
    let mut after = unit.clone();
    for change in std::iter::once(&mut after.lead).chain(&mut after.reason) {
        change.state = state;
        change.failure = Some(why.into());
        change.version += 1;
    }
    after
}

/// The locations that would have more than [`MAX_PENDING`] pending changes: `pending` are those that each has, `new`
/// those that are to be scheduled. A change that is pending already counts once. By position in the input.
pub fn too_many(new: &[(usize, Unit)], pending: &BTreeMap<LocationId, Vec<Unit>>) -> Vec<FieldError> {
    let identities = |units: &[Unit]| units.iter().map(|unit| unit.lead.uuid).collect::<BTreeSet<_>>();
    let mut all: BTreeMap<&LocationId, BTreeSet<Uuid>> =
        pending.iter().map(|(id, units)| (id, identities(units))).collect();
    let mut errors = Vec::new();
    for (position, Unit { lead, .. }) in new {
        let of_location = all.entry(&lead.id).or_default();
        if of_location.insert(lead.uuid) && of_location.len() > MAX_PENDING {
            let message =
                format!("{} can have at most {MAX_PENDING} pending changes. Delete some of them first.", lead.id);
            errors.push(FieldError::new(format!("input.{position}.location"), message));
        }
    }
    errors
}

/// Of each location and attribute the last one of `changes`, by location and attribute; of `attributes` alone.
pub fn last_of_each(mut changes: Vec<ScheduleChange>, attributes: &BTreeSet<String>) -> Vec<ScheduleChange> {
    changes.retain(|change| attributes.contains(&change.change.attribute));
    changes.sort_by_key(|change| change.action_time);
    let of = |change: ScheduleChange| ((change.id.clone(), change.change.attribute.clone()), change);
    changes.into_iter().map(of).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// What to do where the identity of a change that is asked for is taken.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Taken {
    /// By the same change: there is nothing left to do.
    Same,
    /// By one that sets another value, or for another reason. Says who scheduled it.
    Other(String),
}

/// Decides that where `stored` waits for the time.
pub fn taken(asked: &Unit, stored: &Unit) -> Taken {
    same_or(asked, stored, |lead, value| {
        let ScheduleChange { id, user, change, .. } = lead;
        let attribute = &change.attribute;
        format!(
            "{attribute} of {id} is already scheduled to become {value} at that time by {user}. Delete or edit that \
             change first."
        )
    })
}

/// Decides that where `applied` took effect at the time, which is just over.
pub fn over(asked: &Unit, applied: &Unit) -> Taken {
    same_or(asked, applied, |lead, value| {
        let ScheduleChange { id, user, change, .. } = lead;
        format!("{} of {id} became {value} at that time, scheduled by {user}. Choose a later time.", change.attribute)
    })
}

fn same_or(asked: &Unit, there: &Unit, message: impl Fn(&ScheduleChange, &str) -> String) -> Taken {
    let said = |unit: &Unit| unit.changes().map(|change| change.change.value.clone()).collect::<Vec<_>>();
    if said(asked) == said(there) {
        return Taken::Same;
    }
    let text = &there.lead.change.value;
    let value: Option<Value> = serde_json::from_str(text).ok();
    Taken::Other(message(&there.lead, value.as_ref().and_then(Value::as_str).unwrap_or(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rstest::rstest;
    use serde_json::json;

    const NOW: &str = "2026-11-21T10:00:00Z";
    const ANN: Author<'_> = Author { sub: Some("id-of-ann"), email: "ann@larder.example" };

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
        let (units, errors) = units(input, ANN, instant(NOW));
        if errors.is_empty() { Ok(units.into_iter().map(|(_, unit)| unit).collect()) } else { Err(errors) }
    }

    fn one() -> ScheduleChange {
        unit("layoutName", &json!("dummy")).lead
    }

    fn unit(attribute: &str, value: &Value) -> Unit {
        read(&[asked(attribute, value)]).unwrap().remove(0)
    }

    fn allocation(reason: &str) -> Unit {
        read(&[asked("prod", &json!(1)), asked("updateReason", &json!({ "prod": reason }))]).unwrap().remove(0)
    }

    #[test]
    fn what_is_asked_for_twice_in_one_call_is_one_change() {
        let pair = [asked("prod", &json!(1)), asked("updateReason", &json!({"prod": "First Stocking"}))];
        let twice = [pair.clone(), pair].concat();
        let units = read(&twice).unwrap();
        assert_eq!((units.len(), units.first().map(|unit| unit.changes().count())), (1, Some(2)));
    }

    #[test]
    fn two_values_for_one_attribute_and_time_in_one_call_are_invalid() {
        let input = [asked("stop", &json!(3)), asked("route", &json!("a")), asked("stop", &json!(4))];
        let message = "stop of FRIDGE_1 is given two values for the same time";
        assert_eq!(read(&input), Err(vec![FieldError::new("input.2.value", message)]));
    }

    #[test]
    fn allocation_and_mobile_ordering_may_change_at_the_same_time_each_for_its_reason() {
        let input = [
            asked("prod", &json!(1)),
            asked("updateReason", &json!({"prod": "First Stocking"})),
            asked("reserve", &json!(1)),
            asked("updateReason", &json!({"reserve": "Always on for new fridge"})),
        ];
        let units = read(&input).unwrap();
        let uuids: std::collections::BTreeSet<Uuid> =
            units.iter().flat_map(Unit::changes).map(|change| change.uuid).collect();
        assert_eq!(uuids.len(), 4);
    }

    #[test]
    fn the_same_change_scheduled_again_by_anybody_is_the_same_change() {
        let (asked, mut stored) = (unit("stop", &json!(3)), unit("stop", &json!(3)));
        stored.lead.user = "bob@larder.example".into();
        assert_eq!((asked.lead.uuid, taken(&asked, &stored)), (stored.lead.uuid, Taken::Same));
        assert_eq!(taken(&allocation("First Stocking"), &allocation("First Stocking")), Taken::Same);
    }

    #[test]
    fn a_change_that_was_applied_is_the_same_change_and_another_one_needs_a_later_time() {
        let applied = unit("stop", &json!(3));
        assert_eq!(over(&unit("stop", &json!(3)), &applied), Taken::Same);
        let message = "stop of FRIDGE_1 became 3 at that time, scheduled by ann@larder.example. Choose a later time.";
        assert_eq!(over(&unit("stop", &json!(4)), &applied), Taken::Other(message.into()));
    }

    #[test]
    fn another_value_for_the_same_time_is_refused_in_words_that_say_what_is_scheduled_and_by_whom() {
        let message = |asked: &Unit, stored: &Unit| match taken(asked, stored) {
            Taken::Other(message) => message,
            Taken::Same => String::new(),
        };
        assert_eq!(
            message(&unit("layoutName", &json!("dummy")), &unit("layoutName", &json!("MW_OFFICE_A"))),
            "layoutName of FRIDGE_1 is already scheduled to become MW_OFFICE_A at that time by ann@larder.example. \
             Delete or edit that change first."
        );
        assert_eq!(
            message(&allocation("First Stocking"), &allocation("End of Holiday Break")),
            "prod of FRIDGE_1 is already scheduled to become 1 at that time by ann@larder.example. Delete or edit that \
             change first."
        );
    }

    #[test]
    fn a_change_that_moves_leaves_its_identity_to_the_next_one_for_that_time() {
        let before = allocation("First Stocking");
        let after = moved(&before, instant(NOW).plus(COMPLETE_NOW));
        let uuids = |unit: &Unit| unit.changes().map(|change| change.uuid).collect::<Vec<_>>();
        assert!(uuids(&before).iter().all(|uuid| !uuids(&after).contains(uuid)));
        assert_eq!(after.lead.paired_with, after.reason.as_ref().map(|reason| reason.uuid));
        assert_eq!((after.lead.version, uuids(&allocation("First Stocking"))), (2, uuids(&before)));
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
        let moved = ScheduleChange { action_time: instant(NOW).plus(COMPLETE_NOW), ..change.clone() };
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

    #[test]
    fn a_released_change_is_pending_again_in_the_name_of_the_administrator() {
        let held = stopped(&allocation("First Stocking"), ScheduleChangeState::Held, &held_because(ANN.email));
        assert!(held.changes().all(|change| change.state == ScheduleChangeState::Held && change.failure.is_some()));
        assert!(not_held(&held.lead).is_err());
        let bob = Author { sub: Some("id-of-bob"), email: "bob@larder.example" };
        let released = released(&held, bob, instant(NOW).plus(COMPLETE_NOW));
        for change in released.changes() {
            assert_eq!((change.state, &change.failure), (ScheduleChangeState::Pending, &None));
            assert_eq!((change.user.as_str(), change.author.as_deref()), ("bob@larder.example", Some("id-of-bob")));
        }
        assert!(not_held(&released.lead).is_ok());
    }

    #[test]
    fn of_each_attribute_the_last_change_decides_the_value_then() {
        let change = |attribute: &str, value: Value, at: &str| ScheduleChange {
            action_time: instant(at),
            ..unit(attribute, &value).lead
        };
        let (early, late) = ("2026-12-24T12:00:00Z", "2027-01-04T12:00:00Z");
        let changes = vec![
            change("stop", json!(9), late),
            change("stop", json!(7), early),
            change("vertical", json!("Retail"), early),
            change("percentage", json!("5"), early),
        ];
        let wanted = ["stop", "vertical"].map(ToOwned::to_owned).into();
        let values = last_of_each(changes, &wanted).into_iter().map(|change| change.change.value).collect::<Vec<_>>();
        assert_eq!(values, ["9", "\"Retail\""]);
    }

    #[test]
    fn a_location_has_a_bounded_number_of_pending_changes() {
        let at = |minute: usize| CreateScheduleChange {
            date_time: instant("2026-12-01T00:00:00Z")
                .plus(Duration::minutes(i64::try_from(minute).unwrap()))
                .to_string(),
            ..asked("stop", &json!(3))
        };
        let many = |minutes: std::ops::Range<usize>| -> Vec<(usize, Unit)> {
            units(&minutes.map(at).collect::<Vec<_>>(), ANN, instant(NOW)).0
        };
        let pending = |units: Vec<(usize, Unit)>| -> BTreeMap<LocationId, Vec<Unit>> {
            [("FRIDGE_1".parse().unwrap(), units.into_iter().map(|(_, unit)| unit).collect())].into()
        };
        assert_eq!(too_many(&many(0..MAX_PENDING), &BTreeMap::new()), []);
        // Those that are pending already, scheduled again, count once.
        assert_eq!(too_many(&many(0..MAX_PENDING), &pending(many(0..MAX_PENDING))), []);
        let message = "FRIDGE_1 can have at most 200 pending changes. Delete some of them first.";
        let expected = [FieldError::new("input.1.location", message)];
        assert_eq!(too_many(&many(MAX_PENDING - 1..MAX_PENDING + 1), &pending(many(0..MAX_PENDING - 1))), expected);
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
