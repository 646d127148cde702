//! The consumer: applies the due changes of a location, once.

use crate::{
    chain::{self, Outcome},
    create,
    model::{ScheduleChangeState, Unit},
    queue::Message,
    rules::{self, Decision},
    store::ScheduleStore,
};
use backon::{ExponentialBuilder, Retryable};
use futures::{StreamExt, stream};
use locations::{
    history,
    model::{Location, LocationId},
    rules::{Offered, Patch, cutoff},
    update::Editor,
};
use serde_json::Value;
use shared::{
    Error, FieldError, Instant, Permit, Result,
    dynamo::{self, TransactWriteItem, Transaction},
    permissions::PermissionStore,
    worker::{Delivery, Handled},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use uuid::Uuid;

/// Changes that one transaction applies: DynamoDB takes 100 actions, a change needs up to three and the location some.
const MAX_UNITS: usize = 30;
/// How often a transaction is tried again on a location that is edited at the same moment.
const MAX_RETRIES: usize = 8;
/// Locations whose changes are applied at the same time.
const CONCURRENCY: usize = 10;
/// The name of the consumer in history.
const NAME: &str = "apply-schedule-change";

/// What the consumer uses.
pub type Uses = (ScheduleStore, Editor, PermissionStore);

/// Applies the changes that the messages name, and with them all other due changes of their locations: each location's
/// in one transaction, so that changes at one moment do not conflict with one another.
///
/// A change that no longer validates moves to the failed ones with the reason; one whose author lost the permission for
/// it is held. A change that is gone, or was moved, is ignored. A message that came too early, or whose location could
/// not be written, comes again.
pub async fn apply_schedule_changes(uses: &Uses, now: Instant, batch: Vec<Delivery>) -> Handled {
    let mut failed = Vec::new();
    let mut messages = Vec::new();
    for Delivery { id, body, .. } in batch {
        match serde_json::from_str::<Message>(&body) {
            Ok(message) => messages.push((id, message)),
            Err(error) => failed.push((id, Error::internal(error))),
        }
    }
    let named = match uses.0.units(messages.iter().map(|(_, message)| message.uuid).collect()).await {
        Ok(units) => units,
        Err(error) => {
            failed.extend(messages.into_iter().map(|(id, _)| (id, error.again())));
            return Handled { failed, counted: Value::Null };
        }
    };
    let mut due: BTreeMap<LocationId, (BTreeSet<Uuid>, Vec<String>)> = BTreeMap::new();
    for (id, message) in messages {
        let Some(unit) = named.iter().find(|unit| unit.lead.uuid == message.uuid) else { continue };
        match rules::decide(&unit.lead, message.action_time, now) {
            Decision::Ignore => {}
            Decision::Wait => {
                failed.push((id, Error::retryable(format!("change {} came before its time", message.uuid))));
            }
            Decision::Apply => {
                let (uuids, ids) = due.entry(unit.lead.id.clone()).or_default();
                uuids.insert(unit.lead.uuid);
                ids.push(id);
            }
        }
    }
    let of_locations: Vec<Vec<(String, Error)>> = stream::iter(due)
        .map(|(location, (uuids, ids))| async move {
            let Err(error) = apply_due(uses, now, &location, &uuids).await else { return Vec::new() };
            ids.into_iter().map(|id| (id, error.again())).collect()
        })
        .buffer_unordered(CONCURRENCY)
        .collect()
        .await;
    failed.extend(of_locations.into_iter().flatten());
    Handled { failed, counted: Value::Null }
}

/// Why a transaction is not written.
enum Ended {
    /// The location or a change was written by another request after it was read: read again.
    Outdated,
    /// A service failed.
    Failed(Error),
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Applies all due changes of a location: those named, and those that an index has.
async fn apply_due(uses: &Uses, now: Instant, location: &LocationId, named: &BTreeSet<Uuid>) -> Result<()> {
    let backoff = || {
        ExponentialBuilder::default()
            .with_min_delay(Duration::from_millis(20))
            .with_max_delay(Duration::from_millis(500))
            .with_max_times(MAX_RETRIES)
            .with_jitter()
    };
    loop {
        let applied = (|| apply_some(uses, now, location, named))
            .retry(backoff())
            .when(|ended| matches!(ended, Ended::Outdated))
            .await;
        match applied {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(Ended::Failed(error)) => return Err(error),
            Err(Ended::Outdated) => {
                return Err(Error::retryable(format!("location {location} changed {MAX_RETRIES} times meanwhile")));
            }
        }
    }
}

/// Applies the earliest due changes of a location, as many as one transaction takes; answers how many there were.
async fn apply_some(
    (store, editor, permissions): &Uses,
    now: Instant,
    location: &LocationId,
    named: &BTreeSet<Uuid>,
) -> Result<usize, Ended> {
    let mut uuids = store.due_of(location, now).await?;
    uuids.extend(named);
    let mut due = store.units(uuids).await?;
    due.retain(|unit| {
        let pending = unit.lead.state == ScheduleChangeState::Pending;
        pending && (named.contains(&unit.lead.uuid) || unit.lead.action_time <= now)
    });
    due.sort_by_key(|unit| (unit.lead.action_time, unit.lead.uuid));
    due.truncate(MAX_UNITS);
    if due.is_empty() {
        return Ok(0);
    }
    let count = due.len();
    let actions = actions(store, editor, permissions, now, location, due).await?;
    match dynamo::transact(store.client(), actions).await? {
        Transaction::Written => Ok(count),
        Transaction::Refused(_) => Err(Ended::Outdated),
    }
}

/// The transaction that applies, fails or holds each of `due`.
async fn actions(
    store: &ScheduleStore,
    editor: &Editor,
    permissions: &PermissionStore,
    now: Instant,
    id: &LocationId,
    due: Vec<Unit>,
) -> Result<Vec<TransactWriteItem>> {
    let (due, held) = permitted(permissions, due).await?;
    let mut actions = Vec::new();
    for unit in held {
        let why = rules::held_because(&unit.lead.user);
        actions.extend(stopped(store, editor, &unit, ScheduleChangeState::Held, &why, now)?);
    }
    let Some(location) = editor.store.get(id).await? else {
        for unit in due {
            let why = format!("There is no location {id}");
            actions.extend(stopped(store, editor, &unit, ScheduleChangeState::Failed, &why, now)?);
        }
        return Ok(actions);
    };
    let patches: Vec<Patch> = due.iter().filter_map(|unit| unit.patch().ok()).collect();
    let offered = editor.offered(&patches).await?;
    let taken = taken_addresses(editor, &location, &patches, &offered, now).await?;
    let edit = |location: &Location, patch: &Patch| {
        let edited = editor.edit(location, patch, &offered)?;
        let changes_address = edited.device_address != location.device_address;
        if let Some(wrong) = edited.device_address.as_ref().and_then(|address| taken.get(address))
            && changes_address
        {
            return Err(vec![FieldError::new("deviceAddress", wrong)]);
        }
        let changed = edited != *location;
        Ok(if changed { Location { version: location.version + 1, last_modified: now, ..edited } } else { edited })
    };
    let (mut last, mut user) = (location.clone(), String::new());
    for (unit, outcome) in chain::outcomes(&location, due, &edit) {
        match outcome {
            Outcome::Applies(change) => {
                let (before, after) = *change;
                actions.extend(applied(store, editor, &unit, &before, &after, now)?);
                if after.device_address != before.device_address {
                    user.clone_from(&unit.lead.user);
                }
                last = after;
            }
            Outcome::Fails(errors) => {
                let why = Error::Invalid(errors).to_string();
                actions.extend(stopped(store, editor, &unit, ScheduleChangeState::Failed, &why, now)?);
            }
        }
    }
    if last != location {
        actions.push(editor.store.update(&location, &last)?);
        actions.extend(editor.addresses.change(&location, &last, &user, now).await?);
    }
    Ok(actions)
}

/// The device addresses among `patches` that another location has, each with what is to be said of it.
async fn taken_addresses(
    editor: &Editor,
    location: &Location,
    patches: &[Patch],
    offered: &Offered,
    now: Instant,
) -> Result<BTreeMap<String, String>> {
    let mut taken = BTreeMap::new();
    for patch in patches {
        let Ok(edited) = editor.edit(location, patch, offered) else { continue };
        let Some(address) = edited.device_address.clone() else { continue };
        match editor.addresses.change(location, &edited, NAME, now).await {
            Ok(_) => {}
            Err(conflict @ Error::Conflict { .. }) => {
                taken.insert(address, conflict.to_string());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(taken)
}

/// Those of `units` whose author has the permission for the edit now, and the others.
async fn permitted(permissions: &PermissionStore, units: Vec<Unit>) -> Result<(Vec<Unit>, Vec<Unit>)> {
    let mut known: BTreeMap<(Option<String>, String), bool> = BTreeMap::new();
    for unit in &units {
        let author = (unit.lead.author.clone(), unit.lead.user.clone());
        if known.contains_key(&author) {
            continue;
        }
        // Older changes have the e-mail alone. An e-mail of no user, or of several, proves no permission.
        let sub = match &author.0 {
            Some(sub) => Some(sub.clone()),
            None => permissions.user_of(&author.1).await?,
        };
        let may = match sub {
            Some(sub) => permissions.granted(&sub).await?.contains(&rules::EDIT),
            None => false,
        };
        known.insert(author, may);
    }
    let may = |unit: &Unit| known.get(&(unit.lead.author.clone(), unit.lead.user.clone())).copied().unwrap_or_default();
    Ok(units.into_iter().partition(may))
}

/// A change's receipt and its entry in history. Where the location has the value already, they are all there is to write.
fn applied(
    store: &ScheduleStore,
    editor: &Editor,
    unit: &Unit,
    before: &Location,
    after: &Location,
    now: Instant,
) -> Result<Vec<TransactWriteItem>> {
    let mut actions = store.settle(unit)?;
    let entry = history::entry("SCHEDULE_APPLIED", &Permit::system(NAME), now, Some(before), after)?
        .on_behalf_of(&unit.lead.user)
        .because(unit.patch().ok().as_ref().and_then(Patch::reason))
        .noting(cutoff::note(before, after, now));
    actions.push(editor.audit.put(&entry)?);
    Ok(actions)
}

/// Moves a change to the list of those that were not applied, with the reason.
fn stopped(
    store: &ScheduleStore,
    editor: &Editor,
    unit: &Unit,
    state: ScheduleChangeState,
    why: &str,
    now: Instant,
) -> Result<Vec<TransactWriteItem>> {
    let event = if state == ScheduleChangeState::Held { "SCHEDULE_HELD" } else { "SCHEDULE_FAILED" };
    let mut actions = store.replace(unit, &rules::stopped(unit, state, why), now, false)?;
    let entry = create::entry(event, &Permit::system(NAME), now, unit).because(Some(why.into()));
    actions.push(editor.audit.put(&entry)?);
    Ok(actions)
}
