//! Scheduling changes, one or many.

use crate::{
    model::{CreateScheduleChangesResult, ScheduleChange, ScheduleChangeFailure, ScheduleChangeState, Unit},
    queue::{BATCH, ScheduleQueue},
    rules::{self, CreateScheduleChange, Taken},
    store::ScheduleStore,
};
use futures::{StreamExt, stream};
use locations::{
    model::{Location, LocationId},
    rules::Patch,
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
/// accept now. Nothing is stored then.
pub async fn create_schedule_changes(
    (store, editor, queue): &(ScheduleStore, Editor, ScheduleQueue),
    Request { permit, now, input }: Request<CreateArguments>,
) -> Result<CreateScheduleChangesResult> {
    let mut input = input.input;
    let (mut units, mut errors) = rules::units(&input, permit.user(), now);
    let locations = read_locations(editor, &units).await?;
    if rules::use_stored_ids(&mut input, &locations) {
        (units, errors) = rules::units(&input, permit.user(), now);
    }
    errors.extend(wrong(editor, &units, &locations).await?);
    all_valid(errors)?;

    let permit = &permit;
    let written: Vec<(usize, Result<Unit>)> = stream::iter(units)
        .map(|(position, unit)| async move { (position, schedule(store, editor, permit, now, unit).await) })
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
async fn schedule(store: &ScheduleStore, editor: &Editor, permit: &Permit, now: Instant, unit: Unit) -> Result<Unit> {
    for _ in 0..TRIES {
        let mut actions = store.put(&unit, now, rules::is_near(&unit.lead, now))?;
        actions.push(editor.audit.put(&entry("SCHEDULED", permit, now, &unit))?);
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

/// What is wrong with `units` in the eyes of their locations.
async fn wrong(
    editor: &Editor,
    units: &[(usize, Unit)],
    locations: &BTreeMap<LocationId, Location>,
) -> Result<Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut patches = Vec::new();
    for (position, unit) in units {
        let mut wrong = |field, message| errors.push(FieldError::new(format!("input.{position}.{field}"), message));
        match (locations.get(&unit.lead.id), unit.patch()) {
            (None, _) => wrong("location", format!("There is no location {}", unit.lead.id)),
            (Some(_), Err(faults)) => faults.into_iter().for_each(|fault| wrong("attribute", fault.message)),
            (Some(location), Ok(patch)) => patches.push((position, location, patch)),
        }
    }
    let edits: Vec<(&Location, &Patch)> = patches.iter().map(|(_, location, patch)| (*location, patch)).collect();
    for ((position, ..), edited) in patches.iter().zip(editor.apply(&edits).await?) {
        let faults = edited.err().unwrap_or_default();
        errors
            .extend(faults.into_iter().map(|fault| FieldError::new(format!("input.{position}.value"), fault.message)));
    }
    Ok(errors)
}
