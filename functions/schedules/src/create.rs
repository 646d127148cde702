//! Scheduling changes.

use crate::{
    model::{ScheduleChange, Unit},
    queue::{BATCH, ScheduleQueue},
    rules::{self, CreateScheduleChange},
    store::ScheduleStore,
};
use futures::{StreamExt, TryStreamExt, stream};
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
    dynamo,
    error::all_valid,
};
use std::collections::{BTreeMap, BTreeSet};

/// Locations that are read at once.
const READS_AT_ONCE: usize = 10;

/// Arguments of `createScheduleChanges`.
#[derive(Debug, Deserialize)]
pub struct CreateArguments {
    input: Vec<CreateScheduleChange>,
}

/// Schedules changes, all or none.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong, by input: each change must be one that the rules of an edit
/// accept now. Nothing is stored then.
pub async fn create_schedule_changes(
    (store, editor, queue): &(ScheduleStore, Editor, ScheduleQueue),
    Request { permit, now, input }: Request<CreateArguments>,
) -> Result<Vec<ScheduleChange>> {
    let input = input.input;
    let (units, mut errors) = rules::units(&input, permit.user(), now);
    let locations = read_locations(editor, &units).await?;
    errors.extend(wrong(editor, &units, &locations).await?);
    all_valid(errors)?;
    let units: Vec<Unit> = units.into_iter().map(|(_, unit)| unit).collect();

    let mut actions = Vec::new();
    for unit in &units {
        actions.extend(store.put(unit, now, rules::is_near(&unit.lead, now))?);
        actions.push(editor.audit.put(&entry("SCHEDULED", &permit, now, unit))?);
    }
    if dynamo::transact(store.client(), actions).await? != dynamo::Transaction::Written {
        return Err(Error::internal("a new change's uuid is taken"));
    }
    let near: Vec<ScheduleChange> =
        units.iter().map(|unit| unit.lead.clone()).filter(|lead| rules::is_near(lead, now)).collect();
    hand_over(queue, &near, now).await;
    Ok(units.iter().flat_map(Unit::changes).cloned().collect())
}

/// Sends near changes to the queue at once. Where that fails the caller's change is stored all the same, and a sweep
/// hands it over soon after its time: a log line, no error.
pub(crate) async fn hand_over(queue: &ScheduleQueue, changes: &[ScheduleChange], now: Instant) {
    for batch in changes.chunks(BATCH) {
        match queue.send(batch, now).await {
            Ok(taken) if taken.len() == batch.len() => {}
            Ok(taken) => tracing::warn!(refused = batch.len() - taken.len(), "the queue refused changes that are due"),
            Err(error) => tracing::warn!(cause = error.cause(), "changes that are due could not be queued"),
        }
    }
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
    stream::iter(ids)
        .map(|id| async move { editor.store.get(&id).await })
        .buffer_unordered(READS_AT_ONCE)
        .try_filter_map(|location| async { Ok(location.map(|location| (location.id.clone(), location))) })
        .try_collect()
        .await
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
