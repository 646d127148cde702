//! Scheduling of changes.

use crate::{
    model::{CreateScheduleChangesResult, ScheduleChange, ScheduleChangeFailure, ScheduleChangeState, Unit},
    projection::{self, Outcome},
    queue::{MAX_BATCH_SIZE, ScheduleQueue},
    rules::{self, CreateScheduleChange, Existing},
    store::ScheduleStore,
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::{
    model::{Location, LocationId},
    rules::{Patch, cutoff},
    update::Editor,
};
use serde::Deserialize;
use serde_json::Value;
use shared::{
    Error, FieldError, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Entry, Subject},
    error::all_valid,
    table::{self, RowWriter, Step, Transaction},
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Concurrent queries of pending changes, one per location.
const QUERY_CONCURRENCY: usize = 24;
/// Concurrent calls to the queue.
const QUEUE_CONCURRENCY: usize = 8;

/// Arguments of `createScheduleChanges`.
#[derive(Debug, Deserialize)]
pub struct CreateArguments {
    input: Vec<CreateScheduleChange>,
}

/// Schedules changes. A change that is already scheduled with the same value and reason is returned as stored, so a
/// request whose response was lost can be repeated.
///
/// Each change is written independently. The response lists the changes that failed; the others are stored.
///
/// # Errors
/// [`Error::Invalid`] with all errors, by input. Each change must pass the rules of an edit at its time. Nothing is
/// stored then.
pub async fn create_schedule_changes(
    (store, editor, queue): &(ScheduleStore, Editor, ScheduleQueue),
    Request { permit, now, input }: Request<CreateArguments>,
) -> Result<CreateScheduleChangesResult> {
    let mut input = input.input;
    let author = permit.caller().into();
    let (mut units, mut errors) = rules::parse_units(&input, author, now);
    let locations = read_locations(editor, &units).await?;
    if rules::use_stored_ids(&mut input, &locations) {
        (units, errors) = rules::parse_units(&input, author, now);
    }
    let Validation { errors: found, notes } = validate(store, editor, &units, &locations).await?;
    errors.extend(found);
    all_valid(errors)?;

    let requested = units.into_iter().map(|(position, unit)| Requested {
        note: notes.get(&position).cloned(),
        position,
        unit,
        existing: None,
    });
    let writer = Writer { store, audit: &editor.audit, permit: &permit, now };
    let written = table::write_rows(store.client(), &writer, requested.collect()).await;
    let mut result = CreateScheduleChangesResult::default();
    let mut due_soon = Vec::new();
    for (Requested { position, .. }, written) in written {
        match written {
            Ok(unit) => {
                let is_pending = unit.lead.state == ScheduleChangeState::Pending;
                due_soon.extend((is_pending && rules::is_due_soon(&unit.lead, now)).then(|| unit.lead.clone()));
                result.created.extend(unit.changes().cloned());
            }
            Err(error) => {
                if let Some(cause) = error.cause() {
                    tracing::warn!(position, cause, "failed to store a scheduled change");
                }
                result.failed.push(ScheduleChangeFailure { position, message: error.to_string() });
            }
        }
    }
    enqueue(queue, &due_soon, now).await;
    Ok(result)
}

/// A requested change.
struct Requested {
    /// The position in the input.
    position: usize,
    unit: Unit,
    /// The note for history.
    note: Option<String>,
    /// The stored or applied unit with the same UUID and how it relates to the requested one, if a write failed because
    /// of it.
    existing: Option<(Existing, Unit)>,
}

/// Stores changes, each with its reason and its history entry. The outcome is the stored unit.
struct Writer<'a> {
    store: &'a ScheduleStore,
    audit: &'a AuditTable,
    permit: &'a Permit,
    now: Instant,
}

impl RowWriter for Writer<'_> {
    type Row = Requested;
    type Outcome = Unit;
    /// Attempts while conflicting changes for the same time are deleted.
    const MAX_ATTEMPTS: u32 = 3;

    /// # Errors
    /// [`Error::Conflict`] if a different change of the attribute is scheduled for that time or was applied at that time.
    fn step(&self, Requested { unit, note, existing, .. }: &Requested) -> Result<Step<Unit>> {
        match existing {
            Some((Existing::Same, stored)) => Ok(Step::Done(stored.clone())),
            Some((Existing::Different(message), _)) => Err(Error::conflict(message)),
            None => {
                let actions = self.store.put(unit, self.now, rules::is_due_soon(&unit.lead, self.now))?;
                let entry = history_entry("SCHEDULED", self.permit, self.now, unit).with_note(note.clone());
                let transaction = Transaction::new().with_all(actions).audited(self.audit, &entry)?;
                Ok(Step::Write(transaction, unit.clone()))
            }
        }
    }

    /// Reads the changes that are scheduled for these times, or that were applied already. The latter are not applied
    /// again. If there is none, the conflicting change was deleted after the write failed.
    async fn refresh(&self, requested: Vec<&mut Requested>) -> Result<()> {
        let uuids = requested.iter().map(|requested| requested.unit.lead.uuid).collect();
        let (pending, applied) = self.store.units_and_applied(uuids).await?;
        let of = |units: &[Unit], uuid| units.iter().find(|unit| unit.lead.uuid == uuid).cloned();
        for Requested { unit, existing, .. } in requested {
            let pending =
                of(&pending, unit.lead.uuid).map(|stored| (rules::compare_with_pending(unit, &stored), stored));
            let applied =
                || of(&applied, unit.lead.uuid).map(|applied| (rules::compare_with_applied(unit, &applied), applied));
            *existing = pending.or_else(applied);
        }
        Ok(())
    }

    fn exhausted(&self, Requested { unit, .. }: &Requested) -> Result<Unit> {
        let attempts = Self::MAX_ATTEMPTS;
        let message = format!("change {} conflicted with {attempts} changes that were deleted", unit.lead.uuid);
        Err(Error::retryable(message))
    }
}

/// Enqueues changes that are due soon. A failure is only logged, because the changes are stored: a sweep enqueues them
/// again soon after they are due.
pub(crate) async fn enqueue(queue: &ScheduleQueue, changes: &[ScheduleChange], now: Instant) {
    let send = |batch: Vec<ScheduleChange>| async move {
        match queue.send(&batch, now).await {
            Ok(accepted) if accepted.len() == batch.len() => {}
            Ok(accepted) => {
                tracing::warn!(rejected = batch.len() - accepted.len(), "the queue rejected scheduled changes");
            }
            Err(error) => tracing::warn!(cause = error.cause(), "failed to enqueue scheduled changes"),
        }
    };
    let batches = changes.chunks(MAX_BATCH_SIZE).map(<[_]>::to_vec).collect::<Vec<_>>();
    stream::iter(batches).for_each_concurrent(QUEUE_CONCURRENCY, send).await;
}

/// The history entry for an event of a scheduled change. It contains the scheduled value and time.
pub(crate) fn history_entry(event: &str, permit: &Permit, now: Instant, unit: &Unit) -> Entry {
    let lead = &unit.lead;
    let change =
        |attribute: &str, value: Value| audit::Change { attribute: attribute.into(), from: None, to: Some(value) };
    let value = serde_json::from_str(&lead.change.value).unwrap_or_default();
    let changes =
        vec![change(&lead.change.attribute, value), change("actionTime", lead.action_time.to_string().into())];
    Entry::new(Subject::Location(lead.id.as_str()), event, permit, now)
        .with(changes)
        .with_reason(unit.patch().ok().as_ref().and_then(Patch::reason))
}

/// The locations of `units`, by the id as requested and by the stored id, which can differ in case.
async fn read_locations(editor: &Editor, units: &[(usize, Unit)]) -> Result<BTreeMap<LocationId, Location>> {
    let ids: BTreeSet<LocationId> = units.iter().map(|(_, unit)| unit.lead.id.clone()).collect();
    let locations = editor.store.get_all(ids).await?;
    let stored_ids = locations.values().map(|location| (location.id.clone(), location.clone())).collect::<Vec<_>>();
    Ok(locations.into_iter().chain(stored_ids).collect())
}

/// The result of validating changes against their locations.
#[derive(Default)]
struct Validation {
    /// All errors, by input.
    errors: Vec<FieldError>,
    /// Notes for history, by position in the input.
    notes: BTreeMap<usize, String>,
}

/// Validates `units` by the rules of an edit. Each is validated against the location as it will be at its time, with
/// the earlier pending changes and the other changes of this request applied.
async fn validate(
    store: &ScheduleStore,
    editor: &Editor,
    units: &[(usize, Unit)],
    locations: &BTreeMap<LocationId, Location>,
) -> Result<Validation> {
    let ids: BTreeSet<LocationId> = locations.values().map(|location| location.id.clone()).collect();
    let pending: BTreeMap<LocationId, Vec<Unit>> = stream::iter(ids)
        .map(|id| async move {
            let pending = store.pending_of(&id).await?;
            Ok::<_, Error>((id, pending))
        })
        .buffer_unordered(QUERY_CONCURRENCY)
        .try_collect()
        .await?;
    let mut validation = Validation { errors: rules::check_pending_limit(units, &pending), ..Validation::default() };
    let all = units.iter().map(|(_, unit)| unit).chain(pending.values().flatten());
    let patches: Vec<Patch> = all.filter_map(|unit| unit.patch().ok()).collect();
    let offered_names = editor.offered_names(&patches).await?;
    let edit = |location: &Location, patch: &Patch| editor.edit(location, patch, &offered_names);

    let mut by_location: BTreeMap<&LocationId, BTreeMap<Uuid, (usize, &Unit)>> = BTreeMap::new();
    for (position, unit) in units {
        let mut add_error = |field, message| {
            validation.errors.push(FieldError::new(format!("input.{position}.{field}"), message));
        };
        if !locations.contains_key(&unit.lead.id) {
            add_error("location", format!("There is no location {}", unit.lead.id));
        } else if let Err(errors) = unit.patch() {
            for error in errors {
                add_error("attribute", error.message);
            }
        } else {
            by_location.entry(&unit.lead.id).or_default().insert(unit.lead.uuid, (*position, unit));
        }
    }
    for (id, new) in by_location {
        let (Some(location), Some(pending)) = (locations.get(id), pending.get(id)) else { continue };
        let others = pending.iter().filter(|unit| !new.contains_key(&unit.lead.uuid));
        let all = others.chain(new.values().map(|(_, unit)| *unit)).cloned().collect();
        for (unit, outcome) in projection::project(location, all, &edit) {
            let Some((position, _)) = new.get(&unit.lead.uuid) else { continue };
            match outcome {
                Outcome::Applies(change) => {
                    let note = cutoff::note(&change.0, &change.1, unit.lead.action_time);
                    validation.notes.extend(note.map(|note| (*position, note)));
                }
                Outcome::Fails(errors) => validation.errors.extend(
                    errors.into_iter().map(|error| FieldError::new(format!("input.{position}.value"), error.message)),
                ),
            }
        }
    }
    Ok(validation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Author, parse_units};
    use serde_json::json;

    /// The units of this many locations, each a change of an allocation with a reason.
    fn units(count: usize) -> Vec<Unit> {
        let change = |index: usize, attribute: &str, value: Value| -> CreateScheduleChange {
            let time = "2026-11-25T12:00:00Z";
            let location = format!("CHI_{index:04}");
            let value = value.to_string();
            serde_json::from_value(
                json!({ "location": location, "attribute": attribute, "value": value, "dateTime": time }),
            )
            .unwrap()
        };
        let input =
            |index| [change(index, "prod", json!(4)), change(index, "updateReason", json!({ "prod": "Event" }))];
        let author = Author { sub: Some("id-of-ann"), email: "ann@larder.example" };
        let input: Vec<_> = (0..count).flat_map(input).collect();
        let parsed =
            input.chunks(1000).map(|input| parse_units(input, author, "2026-11-21T10:00:00Z".parse().unwrap()));
        parsed.flat_map(|(units, _)| units).map(|(_, unit)| unit).collect()
    }

    fn requested(unit: Unit) -> Requested {
        Requested { position: 0, unit, note: Some("Misses the stocking on Monday".into()), existing: None }
    }

    fn with_writer<T>(test: impl FnOnce(&Writer<'_>) -> T) -> T {
        let (store, audit) = (ScheduleStore::unconnected(), AuditTable::unconnected());
        let permit = Permit::system("test");
        let now = "2026-11-21T10:00:00Z".parse().unwrap();
        test(&Writer { store: &store, audit: &audit, permit: &permit, now })
    }

    #[test]
    fn a_thousand_changes_need_at_most_35_write_calls() {
        let units = units(1000);
        assert_eq!((units.len(), units.iter().filter(|unit| unit.reason.is_some()).count()), (1000, 1000));
        let transaction = |writer: &Writer<'_>, unit| match writer.step(&requested(unit)).unwrap() {
            Step::Write(transaction, _) => transaction,
            step @ Step::Done(_) => panic!("{step:?}"),
        };
        let count = |units: Vec<Unit>| {
            with_writer(|writer| {
                let transactions: Vec<_> = units.into_iter().map(|unit| transaction(writer, unit)).collect();
                table::testing::request_count(&transactions)
            })
        };
        // The reasons of a call count as changes. A thousand changes that each have a reason are more than a call allows.
        assert_eq!(count(units[..500].to_vec()), 16);
        assert_eq!(count(units.clone()), 31);
        assert_eq!(count(units.into_iter().map(|unit| Unit { reason: None, ..unit }).collect()), 20);
    }

    #[test]
    fn an_existing_change_is_returned_or_reported_and_not_written() {
        let unit = units(1).remove(0);
        let step = |existing| with_writer(|writer| writer.step(&Requested { existing, ..requested(unit.clone()) }));
        assert!(matches!(step(Some((Existing::Same, unit.clone()))), Ok(Step::Done(stored)) if stored == unit));
        let different = step(Some((Existing::Different("prod becomes 5".into()), unit.clone())));
        assert_eq!(different.unwrap_err().to_string(), "prod becomes 5");
        assert!(matches!(step(None), Ok(Step::Write(_, stored)) if stored == unit));
    }
}
