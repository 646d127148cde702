//! The queue consumer: applies the due changes of locations exactly once.

use crate::{
    create,
    model::{ScheduleChangeState, Unit},
    projection::{self, Outcome},
    queue::Message,
    rules::{self, Decision},
    store::ScheduleStore,
};
use backon::{ExponentialBuilder, Retryable};
use futures::{StreamExt, stream};
use locations::{
    history,
    model::{Location, LocationId},
    rules::{OfferedNames, Patch, cutoff},
    update::Editor,
};
use serde_json::Value;
use shared::{
    Error, FieldError, Instant, Permit, Result,
    permissions::PermissionStore,
    table::{TransactWriteItem, Transaction},
    worker::{BatchResult, Delivery},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use uuid::Uuid;

/// Maximum changes per transaction. DynamoDB accepts 100 actions; a change needs up to three, the location a few.
const MAX_UNITS: usize = 30;
/// Retries of a transaction after concurrent edits of the location.
const MAX_RETRIES: usize = 8;
/// Locations to process concurrently.
const CONCURRENCY: usize = 10;
/// The user name of the consumer in history.
const SYSTEM_USER: &str = "apply-schedule-change";

/// The dependencies of the consumer.
pub type Dependencies = (ScheduleStore, Editor, PermissionStore);

/// Applies the changes in the messages and all other due changes of their locations. The changes of a location are
/// applied in one transaction, so that simultaneous changes do not conflict.
///
/// A change that is no longer valid becomes failed, with the reason. A change whose author has lost the permission is
/// held. A change that was deleted or rescheduled is ignored. A message that arrives too early, or whose location could
/// not be written, fails, so that the queue delivers it again.
pub async fn apply_schedule_changes(dependencies: &Dependencies, now: Instant, batch: Vec<Delivery>) -> BatchResult {
    let mut failed = Vec::new();
    let mut messages = Vec::new();
    for Delivery { id, body, .. } in batch {
        match serde_json::from_str::<Message>(&body) {
            Ok(message) => messages.push((id, message)),
            Err(error) => failed.push((id, Error::internal(error))),
        }
    }
    let units = match dependencies.0.units(messages.iter().map(|(_, message)| message.uuid).collect()).await {
        Ok(units) => units,
        Err(error) => {
            failed.extend(messages.into_iter().map(|(id, _)| (id, error.duplicate())));
            return BatchResult { failed, counted: Value::Null };
        }
    };
    let mut due: BTreeMap<LocationId, (BTreeSet<Uuid>, Vec<String>)> = BTreeMap::new();
    for (id, message) in messages {
        let Some(unit) = units.iter().find(|unit| unit.lead.uuid == message.uuid) else { continue };
        match rules::decide(&unit.lead, message.action_time, now) {
            Decision::Ignore => {}
            Decision::Defer => {
                failed.push((id, Error::retryable(format!("message for change {} arrived too early", message.uuid))));
            }
            Decision::Apply => {
                let (uuids, ids) = due.entry(unit.lead.id.clone()).or_default();
                uuids.insert(unit.lead.uuid);
                ids.push(id);
            }
        }
    }
    let errors_by_location: Vec<Vec<(String, Error)>> = stream::iter(due)
        .map(|(location, (uuids, ids))| async move {
            let Err(error) = apply_due(dependencies, now, &location, &uuids).await else { return Vec::new() };
            ids.into_iter().map(|id| (id, error.duplicate())).collect()
        })
        .buffer_unordered(CONCURRENCY)
        .collect()
        .await;
    failed.extend(errors_by_location.into_iter().flatten());
    BatchResult { failed, counted: Value::Null }
}

/// Why a transaction was not written.
enum ApplyError {
    /// Another request wrote the location or a change after it was read. Read again and retry.
    Conflict,
    /// A service failed.
    Service(Error),
}

impl From<Error> for ApplyError {
    fn from(error: Error) -> Self {
        Self::Service(error)
    }
}

/// Applies all due changes of a location: those in `message_uuids` and those in the index.
async fn apply_due(
    dependencies: &Dependencies,
    now: Instant,
    location: &LocationId,
    message_uuids: &BTreeSet<Uuid>,
) -> Result<()> {
    let backoff = || {
        ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(20))
            .with_max_delay(Duration::from_millis(500))
            .with_max_times(MAX_RETRIES)
            .with_jitter()
    };
    loop {
        let applied = (|| apply_batch(dependencies, now, location, message_uuids))
            .retry(backoff())
            .when(|error| matches!(error, ApplyError::Conflict))
            .await;
        match applied {
            Ok(MAX_UNITS) => {}
            Ok(_) => return Ok(()),
            Err(ApplyError::Service(error)) => return Err(error),
            Err(ApplyError::Conflict) => {
                return Err(Error::retryable(format!(
                    "location {location} changed {MAX_RETRIES} times while its changes were applied"
                )));
            }
        }
    }
}

/// Applies the earliest due changes of a location in one transaction. Returns their number.
async fn apply_batch(
    (store, editor, permissions): &Dependencies,
    now: Instant,
    location: &LocationId,
    message_uuids: &BTreeSet<Uuid>,
) -> Result<usize, ApplyError> {
    let mut uuids = store.due_uuids(location, now).await?;
    uuids.extend(message_uuids);
    let mut due = store.units(uuids).await?;
    due.retain(|unit| {
        let pending = unit.lead.state == ScheduleChangeState::Pending;
        pending && (message_uuids.contains(&unit.lead.uuid) || unit.lead.action_time <= now)
    });
    due.sort_by_key(|unit| (unit.lead.action_time, unit.lead.uuid));
    due.truncate(MAX_UNITS);
    if due.is_empty() {
        return Ok(0);
    }
    let count = due.len();
    let actions = transaction_actions(store, editor, permissions, now, location, due).await?;
    let is_written = Transaction::new().with_all(actions).send(store.client()).await?.is_written();
    if is_written { Ok(count) } else { Err(ApplyError::Conflict) }
}

/// The actions of the transaction that applies, fails or holds each of `due`.
async fn transaction_actions(
    store: &ScheduleStore,
    editor: &Editor,
    permissions: &PermissionStore,
    now: Instant,
    id: &LocationId,
    due: Vec<Unit>,
) -> Result<Vec<TransactWriteItem>> {
    let (due, held) = split_by_permission(permissions, due).await?;
    let mut actions = Vec::new();
    for unit in held {
        let reason = rules::held_reason(&unit.lead.user);
        actions.extend(stop_actions(store, editor, &unit, ScheduleChangeState::Held, &reason, now)?);
    }
    let Some(location) = editor.store.get(id).await? else {
        for unit in due {
            let reason = format!("There is no location {id}");
            actions.extend(stop_actions(store, editor, &unit, ScheduleChangeState::Failed, &reason, now)?);
        }
        return Ok(actions);
    };
    let patches: Vec<Patch> = due.iter().filter_map(|unit| unit.patch().ok()).collect();
    let offered_names = editor.offered_names(&patches).await?;
    let conflicts = address_conflicts(editor, &location, &patches, &offered_names, now).await?;
    let edit = |location: &Location, patch: &Patch| {
        let edited = editor.edit(location, patch, &offered_names)?;
        let changes_address = edited.device_address != location.device_address;
        if let Some(message) = edited.device_address.as_ref().and_then(|address| conflicts.get(address))
            && changes_address
        {
            return Err(vec![FieldError::new("deviceAddress", message)]);
        }
        let changed = edited != *location;
        Ok(if changed { Location { version: location.version + 1, last_modified: now, ..edited } } else { edited })
    };
    let (mut last, mut user) = (location.clone(), String::new());
    for (unit, outcome) in projection::project(&location, due, &edit) {
        match outcome {
            Outcome::Applies(change) => {
                let (before, after) = *change;
                actions.extend(apply_actions(store, editor, &unit, &before, &after, now)?);
                if after.device_address != before.device_address {
                    user.clone_from(&unit.lead.user);
                }
                last = after;
            }
            Outcome::Fails(errors) => {
                let reason = Error::Invalid(errors).to_string();
                actions.extend(stop_actions(store, editor, &unit, ScheduleChangeState::Failed, &reason, now)?);
            }
        }
    }
    if last != location {
        actions.push(editor.store.update(&location, &last)?);
        actions.extend(editor.addresses.change_actions(&location, &last, &user, now).await?);
    }
    Ok(actions)
}

/// The device addresses in `patches` that belong to another location, each with the error message.
async fn address_conflicts(
    editor: &Editor,
    location: &Location,
    patches: &[Patch],
    offered: &OfferedNames,
    now: Instant,
) -> Result<BTreeMap<String, String>> {
    let mut conflicts = BTreeMap::new();
    for patch in patches {
        let Ok(edited) = editor.edit(location, patch, offered) else { continue };
        let Some(address) = edited.device_address.clone() else { continue };
        match editor.addresses.change_actions(location, &edited, SYSTEM_USER, now).await {
            Ok(_) => {}
            Err(conflict @ Error::Conflict { .. }) => {
                conflicts.insert(address, conflict.to_string());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(conflicts)
}

/// Splits `units` into those whose author currently has the permission for the edit, and the others.
async fn split_by_permission(permissions: &PermissionStore, units: Vec<Unit>) -> Result<(Vec<Unit>, Vec<Unit>)> {
    let mut permitted: BTreeMap<(Option<String>, String), bool> = BTreeMap::new();
    for unit in &units {
        let author = (unit.lead.author.clone(), unit.lead.user.clone());
        if permitted.contains_key(&author) {
            continue;
        }
        // Older changes contain only the email address. An address of no user or of several users has no permission.
        let sub = match &author.0 {
            Some(sub) => Some(sub.clone()),
            None => permissions.user_by_email(&author.1).await?,
        };
        let is_permitted = match sub {
            Some(sub) => permissions.actions_of(&sub).await?.contains(&rules::EDIT_ACTION),
            None => false,
        };
        permitted.insert(author, is_permitted);
    }
    let is_permitted =
        |unit: &Unit| permitted.get(&(unit.lead.author.clone(), unit.lead.user.clone())).copied().unwrap_or_default();
    Ok(units.into_iter().partition(is_permitted))
}

/// The actions that replace a change by its receipt and write its history entry.
fn apply_actions(
    store: &ScheduleStore,
    editor: &Editor,
    unit: &Unit,
    before: &Location,
    after: &Location,
    now: Instant,
) -> Result<Vec<TransactWriteItem>> {
    let mut actions = store.mark_applied(unit)?;
    let entry = history::entry("SCHEDULE_APPLIED", &Permit::system(SYSTEM_USER), now, Some(before), after)?
        .on_behalf_of(&unit.lead.user)
        .with_reason(unit.patch().ok().as_ref().and_then(Patch::reason))
        .with_note(cutoff::note(before, after, now));
    actions.push(editor.audit.put(&entry)?);
    Ok(actions)
}

/// The actions that move a change to the list of failed and held changes, with the reason.
fn stop_actions(
    store: &ScheduleStore,
    editor: &Editor,
    unit: &Unit,
    state: ScheduleChangeState,
    reason: &str,
    now: Instant,
) -> Result<Vec<TransactWriteItem>> {
    let event = if state == ScheduleChangeState::Held { "SCHEDULE_HELD" } else { "SCHEDULE_FAILED" };
    let mut actions = store.replace(unit, &rules::stopped(unit, state, reason), now, false)?;
    let entry = create::history_entry(event, &Permit::system(SYSTEM_USER), now, unit).with_reason(Some(reason.into()));
    actions.push(editor.audit.put(&entry)?);
    Ok(actions)
}
