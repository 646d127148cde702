//! Moving, retrying, releasing and removing a scheduled change.

use crate::{
    create::{entry, hand_over},
    model::{KeyArguments, ScheduleChange, ScheduleChangeKey, ScheduleChangeState, Unit},
    queue::ScheduleQueue,
    rules,
    store::ScheduleStore,
};
use shared::{
    Action, Error, Instant, Request, Result,
    audit::AuditTable,
    dynamo::{self, Transaction},
};

/// Removes a scheduled change, and its pair if it has one; answers what was removed.
///
/// # Errors
/// [`Error::NotFound`] where it is gone, [`Error::Conflict`] where it has moved since the caller saw it,
/// [`Error::Forbidden`] where it is held and the caller is no administrator.
pub async fn delete_schedule_change(
    (store, audit): &(ScheduleStore, AuditTable),
    Request { permit, now, input }: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    let unit = seen(store, input.input).await?;
    permit.proof(match unit.lead.state {
        ScheduleChangeState::Held => Action::ManagePermissions,
        ScheduleChangeState::Pending | ScheduleChangeState::Failed => Action::DeleteScheduledEvents,
    })?;
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
/// As [`delete_schedule_change`]; and [`Error::Conflict`] where it is held.
pub async fn complete_schedule_change(
    uses: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    move_to_now(uses, request, "COMPLETE_NOW", |before, soon| {
        rules::not_held(&before.lead)?;
        Ok(rules::moved(before, soon))
    })
    .await
}

/// Tries a failed change again, 5 seconds from now.
///
/// # Errors
/// As [`delete_schedule_change`]; and [`Error::Conflict`] where it did not fail.
pub async fn retry_schedule_change(
    uses: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    move_to_now(uses, request, "SCHEDULE_RETRIED", |before, soon| {
        rules::not_held(&before.lead)?;
        match before.lead.state {
            ScheduleChangeState::Failed => Ok(rules::moved(before, soon)),
            _ => Err(Error::conflict("This change has not failed: it waits for its time.")),
        }
    })
    .await
}

/// Releases a held change: it is applied 5 seconds from now, in the name of the administrator.
///
/// # Errors
/// As [`delete_schedule_change`]; and [`Error::Conflict`] where it is not held.
pub async fn release_schedule_change(
    uses: &(ScheduleStore, AuditTable, ScheduleQueue),
    request: Request<KeyArguments>,
) -> Result<Vec<ScheduleChange>> {
    let administrator = request.permit.caller().clone();
    move_to_now(uses, request, "SCHEDULE_RELEASED", |before, soon| match before.lead.state {
        ScheduleChangeState::Held => Ok(rules::released(before, (&administrator).into(), soon)),
        _ => Err(Error::conflict("This change is not held.")),
    })
    .await
}

async fn move_to_now(
    (store, audit, queue): &(ScheduleStore, AuditTable, ScheduleQueue),
    Request { permit, now, input }: Request<KeyArguments>,
    event: &str,
    moved: impl FnOnce(&Unit, Instant) -> Result<Unit>,
) -> Result<Vec<ScheduleChange>> {
    let before = seen(store, input.input).await?;
    let after = moved(&before, now.plus(rules::COMPLETE_NOW))?;
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
