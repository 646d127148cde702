//! Moving, retrying and removing a scheduled change.

use crate::{
    create::{entry, hand_over},
    model::{KeyArguments, ScheduleChange, ScheduleChangeKey, ScheduleChangeState, Unit},
    queue::ScheduleQueue,
    rules,
    store::ScheduleStore,
};
use shared::{
    Error, Request, Result,
    audit::AuditTable,
    dynamo::{self, Transaction},
};

/// Removes a scheduled change, and its pair if it has one; answers what was removed.
///
/// # Errors
/// [`Error::NotFound`] where it is gone, [`Error::Conflict`] where it has moved since the caller saw it.
pub async fn delete_schedule_change(
    (store, audit): &(ScheduleStore, AuditTable),
    Request { permit, now, input }: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    let unit = seen(store, input.input).await?;
    let mut actions = store.delete(&unit)?;
    actions.push(audit.put(&entry("SCHEDULE_DELETED", &permit, now, &unit))?);
    written(&dynamo::transact(store.client(), actions).await?)?;
    Ok(unit.changes().cloned().collect())
}

/// 'Complete Now': moves a scheduled change, and its pair, to 5 seconds from now. Spec of locations, section 4.
///
/// The spec deletes the change and saves it again, and so it gets another uuid; here both are one write, so that a
/// connection that is cut between them loses nothing.
///
/// # Errors
/// As [`delete_schedule_change`].
pub async fn complete_schedule_change(
    uses: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    move_to_now(uses, request, "COMPLETE_NOW").await
}

/// Tries a failed change again, 5 seconds from now.
///
/// # Errors
/// As [`delete_schedule_change`]; and [`Error::Conflict`] where it did not fail.
pub async fn retry_schedule_change(
    uses: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    if seen(&uses.0, request.input.input).await?.lead.state != ScheduleChangeState::Failed {
        return Err(Error::conflict("This change has not failed: it waits for its time."));
    }
    move_to_now(uses, request, "SCHEDULE_RETRIED").await
}

async fn move_to_now(
    (store, audit, queue): &(ScheduleStore, AuditTable, ScheduleQueue),
    Request { permit, now, input }: Request<KeyArguments>,
    event: &str,
) -> Result<Vec<ScheduleChange>> {
    let before = seen(store, input.input).await?;
    let soon = now.plus(rules::COMPLETE_NOW);
    let after = rules::moved(&before, soon);
    let mut actions = store.relocate(&before, &after, now)?;
    actions.push(audit.put(&entry(event, &permit, now, &after))?);
    written(&dynamo::transact(store.client(), actions).await?)?;
    hand_over(queue, std::slice::from_ref(&after.lead), now).await;
    Ok(after.changes().cloned().collect())
}

/// The change as the caller saw it.
async fn seen(store: &ScheduleStore, key: ScheduleChangeKey) -> Result<Unit> {
    let unit = store.unit(key.uuid).await?;
    let unit = unit.ok_or_else(|| {
        Error::NotFound("This scheduled change is no longer there: it was applied or deleted meanwhile.".into())
    })?;
    if unit.lead.action_time == key.action_time { Ok(unit) } else { Err(moved_meanwhile()) }
}

fn written(transaction: &Transaction) -> Result<()> {
    match transaction {
        Transaction::Written => Ok(()),
        Transaction::Refused(_) => Err(moved_meanwhile()),
    }
}

fn moved_meanwhile() -> Error {
    Error::conflict("This scheduled change was moved, applied or deleted meanwhile. Look at it again.")
}
