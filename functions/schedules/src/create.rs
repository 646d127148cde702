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
    audit::{self, Entry, Subject},
    dynamo::{self, Transaction},
    error::all_valid,
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Changes to write concurrently, each in one transaction with its reason and its history entry.
const WRITE_CONCURRENCY: usize = 24;
/// Concurrent calls to the queue.
const QUEUE_CONCURRENCY: usize = 8;
/// Attempts to write a change while conflicting changes for the same time are deleted.
const MAX_ATTEMPTS: u32 = 3;

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

    let permit = &permit;
    let written: Vec<(usize, Result<Unit>)> = stream::iter(units)
        .map(|(position, unit)| {
            let note = notes.get(&position).cloned();
            async move { (position, schedule(store, editor, permit, now, (unit, note)).await) }
        })
        .buffered(WRITE_CONCURRENCY)
        .collect()
        .await;
    let mut result = CreateScheduleChangesResult::default();
    let mut due_soon = Vec::new();
    for (position, written) in written {
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

/// Stores `unit`, and returns the stored unit.
///
/// # Errors
/// [`Error::Conflict`] if a different change of the attribute is scheduled for that time or was applied at that time.
async fn schedule(
    store: &ScheduleStore,
    editor: &Editor,
    permit: &Permit,
    now: Instant,
    (unit, note): (Unit, Option<String>),
) -> Result<Unit> {
    for _ in 0..MAX_ATTEMPTS {
        let mut actions = store.put(&unit, now, rules::is_due_soon(&unit.lead, now))?;
        actions.push(editor.audit.put(&history_entry("SCHEDULED", permit, now, &unit).with_note(note.clone()))?);
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(unit);
        }
        let existing = match store.unit(unit.lead.uuid).await? {
            Some(stored) => Some((rules::compare_with_pending(&unit, &stored), stored)),
            // The change may have been applied already. Then it is not applied again.
            None => store
                .applied_unit(unit.lead.uuid)
                .await?
                .map(|applied| (rules::compare_with_applied(&unit, &applied), applied)),
        };
        match existing {
            Some((Existing::Same, stored)) => return Ok(stored),
            Some((Existing::Different(message), _)) => return Err(Error::conflict(message)),
            // The conflicting change was deleted after the write failed. Try again.
            None => {}
        }
    }
    Err(Error::retryable(format!("change {} conflicted with {MAX_ATTEMPTS} changes that were deleted", unit.lead.uuid)))
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
        .buffer_unordered(WRITE_CONCURRENCY)
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
