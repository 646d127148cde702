//! Scheduling changes, one or many.

use crate::{
    chain::{self, Outcome},
    model::{CreateScheduleChangesResult, ScheduleChange, ScheduleChangeFailure, ScheduleChangeState, Unit},
    queue::{BATCH, ScheduleQueue},
    rules::{self, CreateScheduleChange, Taken},
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

/// Changes that are written at once, each in a transaction of its own with its reason and its entry in history.
const WRITES_AT_ONCE: usize = 24;
/// Calls of the queue under way at once.
const CALLS_AT_ONCE: usize = 8;
/// How often a change is written anew because what held its place was gone a moment later.
const TRIES: u32 = 3;

/// Arguments of `createScheduleChanges`.
#[derive(Debug, Deserialize)]
pub struct CreateArguments {
    input: Vec<CreateScheduleChange>,
}

/// Schedules changes. What was scheduled already, in the same words, is answered as it is stored: a call whose answer
/// was lost may be made again.
///
/// Each change is written, or not, for itself: one that could not be is named, and the others stay.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong, by input: each change must be one that the rules of an edit
/// accept at its time. Nothing is stored then.
pub async fn create_schedule_changes(
    (store, editor, queue): &(ScheduleStore, Editor, ScheduleQueue),
    Request { permit, now, input }: Request<CreateArguments>,
) -> Result<CreateScheduleChangesResult> {
    let mut input = input.input;
    let author = permit.caller().into();
    let (mut units, mut errors) = rules::units(&input, author, now);
    let locations = read_locations(editor, &units).await?;
    if rules::use_stored_ids(&mut input, &locations) {
        (units, errors) = rules::units(&input, author, now);
    }
    let Checked { errors: found, notes } = check(store, editor, &units, &locations).await?;
    errors.extend(found);
    all_valid(errors)?;

    let permit = &permit;
    let written: Vec<(usize, Result<Unit>)> = stream::iter(units)
        .map(|(position, unit)| {
            let note = notes.get(&position).cloned();
            async move { (position, schedule(store, editor, permit, now, (unit, note)).await) }
        })
        .buffered(WRITES_AT_ONCE)
        .collect()
        .await;
    let mut result = CreateScheduleChangesResult::default();
    let mut near = Vec::new();
    for (position, written) in written {
        match written {
            Ok(unit) => {
                let waits = unit.lead.state == ScheduleChangeState::Pending;
                near.extend((waits && rules::is_near(&unit.lead, now)).then(|| unit.lead.clone()));
                result.created.extend(unit.changes().cloned());
            }
            Err(error) => {
                if let Some(cause) = error.cause() {
                    tracing::warn!(position, cause, "a change could not be written");
                }
                result.failed.push(ScheduleChangeFailure { position, message: error.to_string() });
            }
        }
    }
    hand_over(queue, &near, now).await;
    Ok(result)
}

/// Stores `unit`; answers what is stored.
///
/// # Errors
/// [`Error::Conflict`] where another change of the attribute is scheduled for that time, or was applied then.
async fn schedule(
    store: &ScheduleStore,
    editor: &Editor,
    permit: &Permit,
    now: Instant,
    (unit, note): (Unit, Option<String>),
) -> Result<Unit> {
    for _ in 0..TRIES {
        let mut actions = store.put(&unit, now, rules::is_near(&unit.lead, now))?;
        actions.push(editor.audit.put(&entry("SCHEDULED", permit, now, &unit).noting(note.clone()))?);
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(unit);
        }
        let taken = match store.unit(unit.lead.uuid).await? {
            Some(stored) => Some((rules::taken(&unit, &stored), stored)),
            // Its time may have come meanwhile; then it is not applied again.
            None => store.applied(unit.lead.uuid).await?.map(|applied| (rules::over(&unit, &applied), applied)),
        };
        match taken {
            Some((Taken::Same, stored)) => return Ok(stored),
            Some((Taken::Other(message), _)) => return Err(Error::conflict(message)),
            // What held the place was deleted meanwhile: it is free.
            None => {}
        }
    }
    Err(Error::retryable(format!("the place of change {} was taken and freed {TRIES} times", unit.lead.uuid)))
}

/// Sends near changes to the queue at once. Where that fails the caller's change is stored all the same, and a sweep
/// hands it over soon after its time: a log line, no error.
pub(crate) async fn hand_over(queue: &ScheduleQueue, changes: &[ScheduleChange], now: Instant) {
    let send = |batch: Vec<ScheduleChange>| async move {
        match queue.send(&batch, now).await {
            Ok(taken) if taken.len() == batch.len() => {}
            Ok(taken) => tracing::warn!(refused = batch.len() - taken.len(), "the queue refused changes that are due"),
            Err(error) => tracing::warn!(cause = error.cause(), "changes that are due could not be queued"),
        }
    };
    let batches = changes.chunks(BATCH).map(<[_]>::to_vec).collect::<Vec<_>>();
    stream::iter(batches).for_each_concurrent(CALLS_AT_ONCE, send).await;
}

/// The entry that tells what happened to a scheduled change: what it would set, and when.
pub(crate) fn entry(event: &str, permit: &Permit, now: Instant, unit: &Unit) -> Entry {
    let lead = &unit.lead;
    let to = |attribute: &str, value: Value| audit::Change { attribute: attribute.into(), from: None, to: Some(value) };
    let value = serde_json::from_str(&lead.change.value).unwrap_or_default();
    let changes = vec![to(&lead.change.attribute, value), to("actionTime", lead.action_time.to_string().into())];
    Entry::new(Subject::Location(lead.id.as_str()), event, permit, now)
        .with(changes)
        .because(unit.patch().ok().as_ref().and_then(Patch::reason))
}

async fn read_locations(editor: &Editor, units: &[(usize, Unit)]) -> Result<BTreeMap<LocationId, Location>> {
    let ids: BTreeSet<LocationId> = units.iter().map(|(_, unit)| unit.lead.id.clone()).collect();
    let locations = editor.store.get_all(ids).await?;
    let own = locations.values().map(|location| (location.id.clone(), location.clone())).collect::<Vec<_>>();
    Ok(locations.into_iter().chain(own).collect())
}

/// What the locations say of the changes that are to be scheduled.
#[derive(Default)]
struct Checked {
    /// Everything that is wrong, by input.
    errors: Vec<FieldError>,
    /// What history adds, by the position of the input.
    notes: BTreeMap<usize, String>,
}

/// Checks `units` against their locations: each by the rules of an edit, on the location as it will be at its time,
/// which the pending changes before it and the other changes of this call make of it.
async fn check(
    store: &ScheduleStore,
    editor: &Editor,
    units: &[(usize, Unit)],
    locations: &BTreeMap<LocationId, Location>,
) -> Result<Checked> {
    let ids: BTreeSet<LocationId> = locations.values().map(|location| location.id.clone()).collect();
    let pending: BTreeMap<LocationId, Vec<Unit>> = stream::iter(ids)
        .map(|id| async move {
            let pending = store.pending_of(&id).await?;
            Ok::<_, Error>((id, pending))
        })
        .buffer_unordered(WRITES_AT_ONCE)
        .try_collect()
        .await?;
    let mut checked = Checked { errors: rules::too_many(units, &pending), ..Checked::default() };
    let all = units.iter().map(|(_, unit)| unit).chain(pending.values().flatten());
    let patches: Vec<Patch> = all.filter_map(|unit| unit.patch().ok()).collect();
    let offered = editor.offered(&patches).await?;
    let edit = |location: &Location, patch: &Patch| editor.edit(location, patch, &offered);

    let mut by_location: BTreeMap<&LocationId, BTreeMap<Uuid, (usize, &Unit)>> = BTreeMap::new();
    for (position, unit) in units {
        let mut wrong = |field, message| {
            checked.errors.push(FieldError::new(format!("input.{position}.{field}"), message));
        };
        if !locations.contains_key(&unit.lead.id) {
            wrong("location", format!("There is no location {}", unit.lead.id));
        } else if let Err(faults) = unit.patch() {
            for fault in faults {
                wrong("attribute", fault.message);
            }
        } else {
            by_location.entry(&unit.lead.id).or_default().insert(unit.lead.uuid, (*position, unit));
        }
    }
    for (id, new) in by_location {
        let (Some(location), Some(pending)) = (locations.get(id), pending.get(id)) else { continue };
        let others = pending.iter().filter(|unit| !new.contains_key(&unit.lead.uuid));
        let all = others.chain(new.values().map(|(_, unit)| *unit)).cloned().collect();
        for (unit, outcome) in chain::outcomes(location, all, &edit) {
            let Some((position, _)) = new.get(&unit.lead.uuid) else { continue };
            match outcome {
                Outcome::Applies(change) => {
                    let note = cutoff::note(&change.0, &change.1, unit.lead.action_time);
                    checked.notes.extend(note.map(|note| (*position, note)));
                }
                Outcome::Fails(faults) => checked.errors.extend(
                    faults.into_iter().map(|fault| FieldError::new(format!("input.{position}.value"), fault.message)),
                ),
            }
        }
    }
    Ok(checked)
}
