//! Completes, retries, releases and deletes a scheduled change.

use crate::{
    create::{enqueue, history_entry},
    model::{KeyArguments, ScheduleChange, ScheduleChangeKey, ScheduleChangeState, Unit},
    queue::ScheduleQueue,
    rules,
    store::ScheduleStore,
};
use shared::{
    Action, Error, Instant, Request, Result,
    audit::{AuditTable, Entry},
    table::{TransactWriteItem, Transaction},
};

/// Deletes a scheduled change and its reason. Returns the deleted changes.
///
/// # Errors
/// [`Error::NotFound`] if the change no longer exists; [`Error::Conflict`] if it was rescheduled after the caller read
/// it; [`Error::Forbidden`] if it is held and the caller is not an administrator.
pub async fn delete_schedule_change(
    (store, audit): &(ScheduleStore, AuditTable),
    Request { permit, now, input }: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    let unit = read_unchanged(store, input.input).await?;
    permit.proof(match unit.lead.state {
        ScheduleChangeState::Held => Action::ManagePermissions,
        ScheduleChangeState::Pending | ScheduleChangeState::Failed => Action::DeleteScheduledEvents,
    })?;
    let entry = history_entry("SCHEDULE_DELETED", &permit, now, &unit);
    write((store, audit), store.delete(&unit)?, &entry).await?;
    Ok(unit.changes().cloned().collect())
}

/// Complete Now: reschedules a change and its reason to 5 seconds from now, with new UUIDs (SCH-6). Deletion and
/// creation are one transaction, so that an interrupted request loses nothing.
///
/// # Errors
/// As [`delete_schedule_change`]; also [`Error::Conflict`] if the change is held.
pub async fn complete_schedule_change(
    dependencies: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    reschedule_to_now(dependencies, request, "COMPLETE_NOW", |before, soon| {
        rules::ensure_not_held(&before.lead)?;
        Ok(rules::moved(before, soon))
    })
    .await
}

/// Retries a failed change 5 seconds from now.
///
/// # Errors
/// As [`delete_schedule_change`]; also [`Error::Conflict`] if the change has not failed.
pub async fn retry_schedule_change(
    dependencies: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    reschedule_to_now(dependencies, request, "SCHEDULE_RETRIED", |before, soon| {
        rules::ensure_not_held(&before.lead)?;
        match before.lead.state {
            ScheduleChangeState::Failed => Ok(rules::moved(before, soon)),
            _ => Err(Error::conflict("This change is pending. Only failed changes can be retried.")),
        }
    })
    .await
}

/// Releases a held change. It is applied 5 seconds from now, with the administrator as its author.
///
/// # Errors
/// As [`delete_schedule_change`]; also [`Error::Conflict`] if the change is not held.
pub async fn release_schedule_change(
    dependencies: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    let administrator = request.permit.caller().clone();
    reschedule_to_now(dependencies, request, "SCHEDULE_RELEASED", |before, soon| match before.lead.state {
        ScheduleChangeState::Held => Ok(rules::released(before, (&administrator).into(), soon)),
        _ => Err(Error::conflict("This change is not held.")),
    })
    .await
}

async fn reschedule_to_now(
    (store, audit, queue): &(ScheduleStore, AuditTable, ScheduleQueue),
    Request { permit, now, input }: Request<KeyArguments>,
    event: &str,
    reschedule: impl FnOnce(&Unit, Instant) -> Result<Unit>,
) -> Result<Vec<ScheduleChange>> {
    let before = read_unchanged(store, input.input).await?;
    let after = reschedule(&before, now.plus(rules::COMPLETE_NOW_DELAY))?;
    let actions = store.reschedule(&before, &after, now)?;
    write((store, audit), actions, &history_entry(event, &permit, now, &after)).await?;
    enqueue(queue, std::slice::from_ref(&after.lead), now).await;
    Ok(after.changes().cloned().collect())
}

/// The stored change, which must have the time that the caller read.
async fn read_unchanged(store: &ScheduleStore, key: ScheduleChangeKey) -> Result<Unit> {
    let unit = store.unit(key.uuid).await?;
    let unit = unit
        .ok_or_else(|| Error::NotFound("This scheduled change no longer exists. It was applied or deleted.".into()))?;
    if unit.lead.action_time == key.action_time { Ok(unit) } else { Err(changed_since_read()) }
}

/// Writes the actions and the history entry in one transaction.
///
/// # Errors
/// [`Error::Conflict`] if the change was written since it was read.
async fn write(
    (store, audit): (&ScheduleStore, &AuditTable),
    actions: Vec<TransactWriteItem>,
    entry: &Entry,
) -> Result<()> {
    let transaction = Transaction::new().with_all(actions).audited(audit, entry)?;
    if transaction.send(store.client()).await?.is_written() { Ok(()) } else { Err(changed_since_read()) }
}

fn changed_since_read() -> Error {
    Error::conflict("This scheduled change was rescheduled, applied or deleted. Reload the page and try again.")
}
