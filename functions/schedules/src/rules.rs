//! The rules of scheduling, without clock or I/O. Requirements: `docs/requirements/schedules.md`.

use crate::{
    key::with_uuids,
    model::{Change, ScheduleChange, ScheduleChangeState, Table, Unit},
};
use chrono::Duration;
use locations::model::{Location, LocationId};
use serde::Deserialize;
use serde_json::Value;
use shared::{Action, Caller, Error, FieldError, Instant};
use std::collections::{BTreeMap, BTreeSet, btree_map};
use uuid::Uuid;

/// The delay of Complete Now (SCH-6).
pub const COMPLETE_NOW_DELAY: Duration = Duration::seconds(5);
/// Changes that are due within this time are enqueued. SQS delays a message by at most 15 minutes.
pub const ENQUEUE_WINDOW: Duration = Duration::minutes(2);
/// How long after it was due an enqueued change that was not applied is enqueued again.
pub const REQUEUE_DELAY: Duration = Duration::seconds(90);
/// How early a message may arrive. SQS delays have a resolution of one second.
const EARLY_TOLERANCE: Duration = Duration::seconds(1);
/// How far in the past the time of a new change may be, for slow requests and differing clocks.
const PAST_TOLERANCE: Duration = Duration::minutes(1);
/// Maximum number of changes in one request. Writing and returning them stays within AppSync's 30 seconds and 1 MB.
pub const MAX_CHANGES: usize = 1000;

/// Maximum number of pending changes of one location, because `readScheduleChange` returns them in one list (SCH-12).
pub const MAX_PENDING: usize = 200;
/// The permission that an edit of a location requires, immediate or scheduled (SCH-10).
pub const EDIT_ACTION: Action = Action::UpdateLocation;

/// The author of a scheduled change.
#[derive(Clone, Copy, Debug)]
pub struct Author<'a> {
    /// The id in the user pool. `None` if only the email address is known.
    pub sub: Option<&'a str>,
    /// The email address.
    pub email: &'a str,
}

impl<'a> From<&'a Caller> for Author<'a> {
    fn from(caller: &'a Caller) -> Self {
        Self { sub: Some(caller.sub()), email: caller.email() }
    }
}

/// The reason for holding a change of `user`.
pub fn held_reason(user: &str) -> String {
    format!(
        "{user} no longer has {EDIT_ACTION}, or the account is disabled. An administrator can release or delete this change."
    )
}

/// Checks that a change is not held. Only an administrator can release or delete a held change.
///
/// # Errors
/// [`Error::Conflict`] if the change is held.
pub fn ensure_not_held(change: &ScheduleChange) -> shared::Result<()> {
    match change.state {
        ScheduleChangeState::Held => {
            Err(Error::conflict("This change is held. An administrator can release or delete it."))
        }
        ScheduleChangeState::Pending | ScheduleChangeState::Failed => Ok(()),
    }
}

/// A requested change.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateScheduleChange {
    /// The location's id.
    pub location: String,
    /// The attribute, or `updateReason`.
    pub attribute: String,
    /// JSON text of the new value.
    pub value: String,
    /// When the change takes effect: ISO 8601 with an offset.
    pub date_time: String,
}

/// When a sweep next enqueues a pending change.
pub fn enqueue_at(change: &ScheduleChange, is_enqueued: bool, now: Instant) -> Instant {
    if is_enqueued { change.action_time.max(now).plus(REQUEUE_DELAY) } else { change.action_time.plus(-ENQUEUE_WINDOW) }
}

/// Whether a new change is due so soon that it is enqueued immediately, without waiting for a sweep.
pub fn is_due_soon(change: &ScheduleChange, now: Instant) -> bool {
    change.action_time <= now.plus(ENQUEUE_WINDOW)
}

/// The delay of a queue message in seconds, rounded up so that it never arrives early.
pub fn delay_seconds(action_time: Instant, now: Instant) -> i32 {
    let milliseconds = action_time.since(now).num_milliseconds();
    i32::try_from(milliseconds.max(0).unsigned_abs().div_ceil(1000)).unwrap_or(i32::MAX).min(900)
}

/// How to process a queue message.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Decision {
    /// The change is due.
    Apply,
    /// The change was rescheduled, failed or held after the message was sent. The message is obsolete.
    Ignore,
    /// The message arrived too early.
    Defer,
}

/// Decides how to process a message for `change` that was sent for the time `sent_for`.
pub fn decide(change: &ScheduleChange, sent_for: Instant, now: Instant) -> Decision {
    if change.state != ScheduleChangeState::Pending || change.action_time != sent_for {
        Decision::Ignore
    } else if now < change.action_time.plus(-EARLY_TOLERANCE) {
        Decision::Defer
    } else {
        Decision::Apply
    }
}

/// Replaces location ids in a different case by the stored ids. Returns whether any id changed.
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

/// Parses the requested changes and pairs each with its reason: an `updateReason` for the same location and time that
/// contains the attribute. Duplicates are merged.
///
/// Returns the valid units with their positions in the input, and all errors by input (`input.0.dateTime`). Values are
/// not checked against the location.
pub fn parse_units(
    input: &[CreateScheduleChange],
    author: Author<'_>,
    now: Instant,
) -> (Vec<(usize, Unit)>, Vec<FieldError>) {
    if input.is_empty() || input.len() > MAX_CHANGES {
        return (vec![], vec![FieldError::new("input", format!("Schedule 1 to {MAX_CHANGES} changes at a time"))]);
    }
    let (mut leads, mut reasons, mut errors) = (Leads::default(), Reasons::default(), Vec::new());
    for (position, requested) in input.iter().enumerate() {
        let parsed = match parse_change(requested, author, now) {
            Ok(change) if change.is_reason() => {
                reasons.add(position, change);
                Ok(())
            }
            Ok(change) => leads.add(position, change),
            Err(error) => Err(error),
        };
        if let Err((field, message)) = parsed {
            errors.push(FieldError::new(format!("input.{position}.{field}"), message));
        }
    }
    let mut units = Vec::new();
    for (position, lead) in leads.in_order() {
        let reason = reasons.take(&lead);
        if reason.is_none() && ["prod", "reserve"].contains(&lead.change.attribute.as_str()) {
            errors.push(FieldError::new(format!("input.{position}.value"), "Reason cannot be empty"));
        } else {
            units.push((position, with_uuids(Unit { lead, reason })));
        }
    }
    errors.extend(reasons.unmatched().map(|position| {
        let message = "A reason requires a change of its attribute for the same location and time";
        FieldError::new(format!("input.{position}.attribute"), message)
    }));
    (units, errors)
}

/// The changes of attributes, by location, attribute and time, with their positions in the input.
#[derive(Default)]
struct Leads(BTreeMap<(LocationId, String, Instant), (usize, ScheduleChange)>);

impl Leads {
    /// Adds a change. A duplicate is ignored; a different value for the same attribute and time is an error.
    fn add(&mut self, position: usize, change: ScheduleChange) -> Result<(), (&'static str, String)> {
        match self.0.entry((change.id.clone(), change.change.attribute.clone(), change.action_time)) {
            btree_map::Entry::Vacant(entry) => {
                entry.insert((position, change));
                Ok(())
            }
            btree_map::Entry::Occupied(entry) if entry.get().1.change.value == change.change.value => Ok(()),
            btree_map::Entry::Occupied(_) => {
                let Change { id, attribute, .. } = change.change;
                Err(("value", format!("{attribute} of {id} has two values for the same time")))
            }
        }
    }

    fn in_order(self) -> Vec<(usize, ScheduleChange)> {
        let mut leads: Vec<_> = self.0.into_values().collect();
        leads.sort_by_key(|(position, _)| *position);
        leads
    }
}

/// The reasons, by location and time, with their positions in the input.
#[derive(Default)]
struct Reasons(BTreeMap<(LocationId, Instant), Vec<(usize, ScheduleChange)>>);

impl Reasons {
    fn add(&mut self, position: usize, reason: ScheduleChange) {
        let reasons = self.0.entry((reason.id.clone(), reason.action_time)).or_default();
        if reasons.iter().all(|(_, other)| other.change.value != reason.change.value) {
            reasons.push((position, reason));
        }
    }

    /// Removes and returns the reason of `lead`.
    fn take(&mut self, lead: &ScheduleChange) -> Option<ScheduleChange> {
        let reasons = self.0.get_mut(&(lead.id.clone(), lead.action_time))?;
        let index = reasons.iter().position(|(_, reason)| explains(reason, lead))?;
        Some(reasons.swap_remove(index).1)
    }

    /// The positions of the reasons that belong to no change.
    fn unmatched(self) -> impl Iterator<Item = usize> {
        self.0.into_values().flatten().map(|(position, _)| position)
    }
}

fn parse_change(
    requested: &CreateScheduleChange,
    author: Author<'_>,
    now: Instant,
) -> Result<ScheduleChange, (&'static str, String)> {
    let id: LocationId = requested.location.parse().map_err(|message| ("location", message))?;
    let action_time: Instant = requested
        .date_time
        .parse()
        .map_err(|_| ("dateTime", "dateTime should be a time in ISO 8601 with an offset".to_owned()))?;
    if action_time < now.plus(-PAST_TOLERANCE) {
        return Err(("dateTime", "Choose a time in the future".into()));
    }
    let value: Value =
        serde_json::from_str(&requested.value).map_err(|_| ("value", "value should be JSON text".to_owned()))?;
    let change = Change {
        id: id.clone(),
        table: Table::Locations,
        attribute: requested.attribute.clone(),
        value: value.to_string(),
    };
    Ok(ScheduleChange {
        // `with_uuids` sets the UUID after the change is paired with its reason.
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

/// Whether `reason`, of the same location and time, contains a non-blank reason for `lead`.
fn explains(reason: &ScheduleChange, lead: &ScheduleChange) -> bool {
    let reasons: Option<Value> = serde_json::from_str(&reason.change.value).ok();
    let text = reasons.as_ref().and_then(|reasons| reasons.get(&lead.change.attribute)?.as_str());
    text.is_some_and(|text| !text.trim().is_empty())
}

/// The unit rescheduled to `action_time`: pending, with the UUIDs of that time.
#[must_use]
pub fn moved(unit: &Unit, action_time: Instant) -> Unit {
    let reschedule = |change: &ScheduleChange| ScheduleChange {
        action_time,
        version: change.version + 1,
        state: ScheduleChangeState::Pending,
        failure: None,
        ..change.clone()
    };
    with_uuids(Unit { lead: reschedule(&unit.lead), reason: unit.reason.as_ref().map(reschedule) })
}

/// The held unit released by `author`, who becomes its author: pending and rescheduled to `action_time`.
#[must_use]
pub fn released(unit: &Unit, author: Author<'_>, action_time: Instant) -> Unit {
    let mut after = moved(unit, action_time);
    for change in std::iter::once(&mut after.lead).chain(&mut after.reason) {
        change.user = author.email.into();
        change.author = author.sub.map(Into::into);
    }
    after
}

/// The unit as failed or held, with the reason.
#[must_use]
pub fn stopped(unit: &Unit, state: ScheduleChangeState, reason: &str) -> Unit {
    let mut after = unit.clone();
    for change in std::iter::once(&mut after.lead).chain(&mut after.reason) {
        change.state = state;
        change.failure = Some(reason.into());
        change.version += 1;
    }
    after
}

/// An error, by position in the input, for each change in `new` that exceeds [`MAX_PENDING`] pending changes of its
/// location. `pending` contains the stored pending changes. A change in both counts once.
pub fn check_pending_limit(new: &[(usize, Unit)], pending: &BTreeMap<LocationId, Vec<Unit>>) -> Vec<FieldError> {
    let uuids = |units: &[Unit]| units.iter().map(|unit| unit.lead.uuid).collect::<BTreeSet<_>>();
    let mut all: BTreeMap<&LocationId, BTreeSet<Uuid>> = pending.iter().map(|(id, units)| (id, uuids(units))).collect();
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

/// The last change of each location and attribute, for the attributes in `attributes`. Sorted by location and
/// attribute.
pub fn latest_per_attribute(mut changes: Vec<ScheduleChange>, attributes: &BTreeSet<String>) -> Vec<ScheduleChange> {
    changes.retain(|change| attributes.contains(&change.change.attribute));
    changes.sort_by_key(|change| change.action_time);
    let with_key = |change: ScheduleChange| ((change.id.clone(), change.change.attribute.clone()), change);
    changes.into_iter().map(with_key).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// How an existing change with the same UUID relates to a requested change.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Existing {
    /// The changes are equal. Nothing must be written.
    Same,
    /// The existing change has a different value or reason. The message names the value and the author.
    Different(String),
}

/// Compares a requested change with the pending change `stored`.
pub fn compare_with_pending(requested: &Unit, stored: &Unit) -> Existing {
    compare(requested, stored, |lead, value| {
        let ScheduleChange { id, user, change, .. } = lead;
        let attribute = &change.attribute;
        format!(
            "{attribute} of {id} is already scheduled to become {value} at that time by {user}. Delete or edit that \
             change first."
        )
    })
}

/// Compares a requested change with the change `applied`, which already took effect.
pub fn compare_with_applied(requested: &Unit, applied: &Unit) -> Existing {
    compare(requested, applied, |lead, value| {
        let ScheduleChange { id, user, change, .. } = lead;
        format!("{} of {id} became {value} at that time, scheduled by {user}. Choose a later time.", change.attribute)
    })
}

fn compare(requested: &Unit, existing: &Unit, message: impl Fn(&ScheduleChange, &str) -> String) -> Existing {
    let values = |unit: &Unit| unit.changes().map(|change| change.change.value.clone()).collect::<Vec<_>>();
    if values(requested) == values(existing) {
        return Existing::Same;
    }
    let text = &existing.lead.change.value;
    let value: Option<Value> = serde_json::from_str(text).ok();
    Existing::Different(message(&existing.lead, value.as_ref().and_then(Value::as_str).unwrap_or(text)))
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

    fn requested(attribute: &str, value: &Value) -> CreateScheduleChange {
        CreateScheduleChange {
            location: "FRIDGE_1".into(),
            attribute: attribute.into(),
            value: value.to_string(),
            date_time: "2026-11-22T06:00:00-06:00".into(),
        }
    }

    fn parse(input: &[CreateScheduleChange]) -> Result<Vec<Unit>, Vec<FieldError>> {
        let (units, errors) = parse_units(input, ANN, instant(NOW));
        if errors.is_empty() { Ok(units.into_iter().map(|(_, unit)| unit).collect()) } else { Err(errors) }
    }

    fn sample_change() -> ScheduleChange {
        unit("layoutName", &json!("dummy")).lead
    }

    fn unit(attribute: &str, value: &Value) -> Unit {
        parse(&[requested(attribute, value)]).unwrap().remove(0)
    }

    fn allocation(reason: &str) -> Unit {
        parse(&[requested("prod", &json!(1)), requested("updateReason", &json!({ "prod": reason }))]).unwrap().remove(0)
    }

    #[test]
    fn merges_duplicates_in_one_request() {
        let pair = [requested("prod", &json!(1)), requested("updateReason", &json!({"prod": "First Stocking"}))];
        let twice = [pair.clone(), pair].concat();
        let units = parse(&twice).unwrap();
        assert_eq!((units.len(), units.first().map(|unit| unit.changes().count())), (1, Some(2)));
    }

    #[test]
    fn rejects_two_values_for_one_attribute_and_time() {
        let input = [requested("stop", &json!(3)), requested("route", &json!("a")), requested("stop", &json!(4))];
        let message = "stop of FRIDGE_1 has two values for the same time";
        assert_eq!(parse(&input), Err(vec![FieldError::new("input.2.value", message)]));
    }

    #[test]
    fn allocation_and_mobile_ordering_can_change_at_the_same_time_with_separate_reasons() {
        let input = [
            requested("prod", &json!(1)),
            requested("updateReason", &json!({"prod": "First Stocking"})),
            requested("reserve", &json!(1)),
            requested("updateReason", &json!({"reserve": "Always on for new fridge"})),
        ];
        let units = parse(&input).unwrap();
        let uuids: std::collections::BTreeSet<Uuid> =
            units.iter().flat_map(Unit::changes).map(|change| change.uuid).collect();
        assert_eq!(uuids.len(), 4);
    }

    #[test]
    fn recognizes_the_same_pending_change_by_another_author() {
        let (requested, mut stored) = (unit("stop", &json!(3)), unit("stop", &json!(3)));
        stored.lead.user = "bob@larder.example".into();
        assert_eq!(requested.lead.uuid, stored.lead.uuid);
        assert_eq!(compare_with_pending(&requested, &stored), Existing::Same);
        assert_eq!(compare_with_pending(&allocation("First Stocking"), &allocation("First Stocking")), Existing::Same);
    }

    #[test]
    fn recognizes_the_same_applied_change_and_rejects_a_different_value() {
        let applied = unit("stop", &json!(3));
        assert_eq!(compare_with_applied(&unit("stop", &json!(3)), &applied), Existing::Same);
        let message = "stop of FRIDGE_1 became 3 at that time, scheduled by ann@larder.example. Choose a later time.";
        assert_eq!(compare_with_applied(&unit("stop", &json!(4)), &applied), Existing::Different(message.into()));
    }

    #[test]
    fn rejects_a_different_value_for_the_same_time_and_names_value_and_author() {
        let message = |requested: &Unit, stored: &Unit| match compare_with_pending(requested, stored) {
            Existing::Different(message) => message,
            Existing::Same => String::new(),
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
    fn a_rescheduled_change_gets_new_uuids() {
        let before = allocation("First Stocking");
        let after = moved(&before, instant(NOW).plus(COMPLETE_NOW_DELAY));
        let uuids = |unit: &Unit| unit.changes().map(|change| change.uuid).collect::<Vec<_>>();
        assert!(uuids(&before).iter().all(|uuid| !uuids(&after).contains(uuid)));
        assert_eq!(after.lead.paired_with, after.reason.as_ref().map(|reason| reason.uuid));
        assert_eq!(after.lead.version, 2);
        assert_eq!(uuids(&allocation("First Stocking")), uuids(&before));
    }

    #[test]
    fn pairs_an_allocation_with_its_reason() {
        let pair = [requested("updateReason", &json!({"prod": "First Stocking"})), requested("prod", &json!(1))];
        let units = parse(&pair).unwrap();
        let [Unit { lead, reason: Some(reason) }] = units.as_slice() else { panic!("{units:?}") };
        assert_eq!(lead.change.attribute.as_str(), "prod");
        assert!(reason.is_reason());
        assert_eq!(lead.paired_with, Some(reason.uuid));
        assert_eq!(reason.paired_with, Some(lead.uuid));
        assert_eq!(lead.action_time, reason.action_time);
        assert_eq!(lead.action_time, instant("2026-11-22T12:00:00Z"));
    }

    #[rstest]
    #[case::none(json!(null))]
    #[case::empty(json!({"prod": ""}))]
    #[case::blank(json!({"prod": "  "}))]
    #[case::other_attribute(json!({"reserve": "Connectivity issues"}))]
    fn rejects_an_allocation_without_a_reason(#[case] reason: Value) {
        let mut input = vec![requested("prod", &json!(1))];
        if !reason.is_null() {
            input.push(requested("updateReason", &reason));
        }
        let errors = parse(&input).unwrap_err();
        assert_eq!(errors.first(), Some(&FieldError::new("input.0.value", "Reason cannot be empty")));
    }

    #[test]
    fn rejects_a_reason_without_a_change_at_its_time() {
        let later = CreateScheduleChange {
            date_time: "2026-11-23T06:00:00-06:00".into(),
            ..requested("updateReason", &json!({"prod": "First Stocking"}))
        };
        assert!(parse(&[requested("prod", &json!(1)), later]).is_err());
        assert!(parse(&[requested("updateReason", &json!({"prod": "First Stocking"}))]).is_err());
    }

    #[rstest]
    #[case("2026-11-21T09:58:59Z", false)]
    #[case("2026-11-21T09:59:30Z", true)]
    #[case("2026-11-21T10:00:05Z", true)]
    #[case("2026-11-21T10:00:00", false)]
    #[case("tomorrow", false)]
    fn accepts_only_future_times_with_an_offset(#[case] date_time: &str, #[case] accepted: bool) {
        let requested = CreateScheduleChange { date_time: date_time.into(), ..requested("stop", &json!(3)) };
        assert_eq!(parse(&[requested]).is_ok(), accepted);
    }

    #[test]
    fn reports_an_error_for_each_invalid_input() {
        let invalid_value = CreateScheduleChange { value: "{".into(), ..requested("stop", &json!(1)) };
        let invalid_location = CreateScheduleChange { location: "no where".into(), ..requested("stop", &json!(1)) };
        let fields: Vec<String> =
            parse(&[invalid_value, invalid_location]).unwrap_err().into_iter().map(|error| error.field).collect();
        assert_eq!(fields, ["input.0.value", "input.1.location"]);
    }

    #[test]
    fn limits_the_number_of_changes_in_one_request() {
        assert!(parse(&[]).is_err());
        assert!(parse(&vec![requested("stop", &json!(1)); MAX_CHANGES]).is_ok());
        assert!(parse(&vec![requested("stop", &json!(1)); MAX_CHANGES + 1]).is_err());
    }

    #[rstest]
    #[case::on_time(0, Decision::Apply)]
    #[case::late_by_a_day(86_400, Decision::Apply)]
    #[case::half_a_second_early(0, Decision::Apply)]
    #[case::too_early(-2, Decision::Defer)]
    fn processes_a_message_when_its_change_is_due(#[case] seconds: i64, #[case] decision: Decision) {
        let change = sample_change();
        assert_eq!(decide(&change, change.action_time, change.action_time.plus(Duration::seconds(seconds))), decision);
    }

    #[test]
    fn ignores_a_message_for_a_rescheduled_or_failed_change() {
        let change = sample_change();
        let moved = ScheduleChange { action_time: instant(NOW).plus(COMPLETE_NOW_DELAY), ..change.clone() };
        assert_eq!(decide(&moved, change.action_time, change.action_time), Decision::Ignore);
        let failed = ScheduleChange { state: ScheduleChangeState::Failed, ..change };
        assert_eq!(decide(&failed, failed.action_time, failed.action_time), Decision::Ignore);
    }

    #[rstest]
    #[case::now(0, 0)]
    #[case::overdue(-5000, 0)]
    #[case::complete_now(5000, 5)]
    #[case::rounded_up(4001, 5)]
    #[case::sqs_maximum(10_000_000, 900)]
    fn computes_the_message_delay_in_seconds(#[case] milliseconds: i64, #[case] seconds: i32) {
        let now = instant(NOW);
        assert_eq!(delay_seconds(now.plus(Duration::milliseconds(milliseconds)), now), seconds);
    }

    #[test]
    fn a_released_change_is_pending_with_the_administrator_as_author() {
        let held = stopped(&allocation("First Stocking"), ScheduleChangeState::Held, &held_reason(ANN.email));
        assert!(held.changes().all(|change| change.state == ScheduleChangeState::Held && change.failure.is_some()));
        assert!(ensure_not_held(&held.lead).is_err());
        let bob = Author { sub: Some("id-of-bob"), email: "bob@larder.example" };
        let released = released(&held, bob, instant(NOW).plus(COMPLETE_NOW_DELAY));
        for change in released.changes() {
            assert_eq!(change.state, ScheduleChangeState::Pending);
            assert_eq!(change.failure, None);
            assert_eq!(change.user.as_str(), "bob@larder.example");
            assert_eq!(change.author.as_deref(), Some("id-of-bob"));
        }
        assert!(ensure_not_held(&released.lead).is_ok());
    }

    #[test]
    fn returns_the_latest_change_of_each_attribute() {
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
        let attributes = ["stop", "vertical"].map(ToOwned::to_owned).into();
        let values = latest_per_attribute(changes, &attributes)
            .into_iter()
            .map(|change| change.change.value)
            .collect::<Vec<_>>();
        assert_eq!(values, ["9", "\"Retail\""]);
    }

    #[test]
    fn limits_the_pending_changes_of_a_location() {
        let at = |minute: usize| CreateScheduleChange {
            date_time: instant("2026-12-01T00:00:00Z")
                .plus(Duration::minutes(i64::try_from(minute).unwrap()))
                .to_string(),
            ..requested("stop", &json!(3))
        };
        let many = |minutes: std::ops::Range<usize>| -> Vec<(usize, Unit)> {
            parse_units(&minutes.map(at).collect::<Vec<_>>(), ANN, instant(NOW)).0
        };
        let pending = |units: Vec<(usize, Unit)>| -> BTreeMap<LocationId, Vec<Unit>> {
            [("FRIDGE_1".parse().unwrap(), units.into_iter().map(|(_, unit)| unit).collect())].into()
        };
        assert_eq!(check_pending_limit(&many(0..MAX_PENDING), &BTreeMap::new()), []);
        // A pending change that is scheduled again counts once.
        assert_eq!(check_pending_limit(&many(0..MAX_PENDING), &pending(many(0..MAX_PENDING))), []);
        let message = "FRIDGE_1 can have at most 200 pending changes. Delete some of them first.";
        let expected = [FieldError::new("input.1.location", message)];
        assert_eq!(
            check_pending_limit(&many(MAX_PENDING - 1..MAX_PENDING + 1), &pending(many(0..MAX_PENDING - 1))),
            expected
        );
    }

    proptest! {
        /// A sweep every minute enqueues each change before it is due, and again only after it was due.
        #[test]
        fn a_sweep_every_minute_enqueues_changes_in_time(seconds_ahead in 0_i64..100_000, offset in 0_i64..60) {
            let created = instant(NOW);
            let change = ScheduleChange { action_time: created.plus(Duration::seconds(seconds_ahead)), ..sample_change() };
            if is_due_soon(&change, created) {
                return Ok(());
            }
            let sweeps = (0..).map(|minute| created.plus(Duration::minutes(minute) + Duration::seconds(offset)));
            let enqueued = sweeps.clone().find(|now| enqueue_at(&change, false, created) <= *now).unwrap();
            prop_assert!(enqueued < change.action_time);
            prop_assert!(delay_seconds(change.action_time, enqueued) <= 120);
            prop_assert!(enqueue_at(&change, true, enqueued) > change.action_time);
        }
    }
}
