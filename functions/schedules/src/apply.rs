//! The consumer: applies a change when its time has come, once.

use crate::{
    create,
    model::{ScheduleChangeState, Unit},
    queue::Message,
    rules::{self, Decision},
    store::ScheduleStore,
};
use locations::{history, model::Location, rules::Patch, update::Editor};
use shared::{
    Error, FieldError, Instant, Permit, Result,
    dynamo::{self, Transaction},
};

/// How often a change is tried on a location that people edit at the same moment.
const TRIES: u32 = 5;
/// What history calls the consumer where nobody else is to be named.
const NAME: &str = "apply-schedule-change";

/// What became of a change.
enum Outcome {
    /// What the location becomes.
    Applies(Box<(Location, Location)>),
    /// Why it cannot be applied.
    Fails(String),
}

/// Applies the change that the message names.
///
/// A change that no longer validates moves to the failed ones with the reason. A change that is gone, or was moved,
/// is none of this message's business.
///
/// # Errors
/// Where a service fails, or the message came too early: it comes again.
pub async fn apply_schedule_change((store, editor): &(ScheduleStore, Editor), now: Instant, body: &str) -> Result<()> {
    let message: Message = serde_json::from_str(body).map_err(Error::internal)?;
    for _ in 0..TRIES {
        let Some(unit) = store.unit(message.uuid).await? else { return Ok(()) };
        match rules::decide(&unit.lead, message.action_time, now) {
            Decision::Ignore => return Ok(()),
            Decision::Wait => return Err(Error::retryable(format!("change {} came before its time", message.uuid))),
            Decision::Apply => {}
        }
        let actions = match outcome(editor, &unit, now).await? {
            Outcome::Fails(why) => failed(store, editor, &unit, &why, now)?,
            Outcome::Applies(change) => {
                let (before, after) = *change;
                match editor.addresses.change(&before, &after, &unit.lead.user, now).await {
                    Ok(addresses) => {
                        let mut actions = applied(store, editor, &unit, &before, &after, now)?;
                        actions.extend(addresses);
                        actions
                    }
                    Err(conflict @ Error::Conflict { .. }) => failed(store, editor, &unit, &conflict.to_string(), now)?,
                    Err(error) => return Err(error),
                }
            }
        };
        // Refused: the location or the change moved meanwhile. Look again.
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(());
        }
    }
    Err(Error::retryable(format!("the location of change {} changed {TRIES} times meanwhile", message.uuid)))
}

async fn outcome(editor: &Editor, unit: &Unit, now: Instant) -> Result<Outcome> {
    let id = &unit.lead.id;
    let Some(before) = editor.store.get(id).await? else {
        return Ok(Outcome::Fails(format!("There is no location {id}")));
    };
    let why = |errors: Vec<FieldError>| Outcome::Fails(Error::Invalid(errors).to_string());
    let patch = match unit.patch() {
        Ok(patch) => patch,
        Err(errors) => return Ok(why(errors)),
    };
    let edited = editor.apply(&[(&before, &patch)]).await?.into_iter().next();
    Ok(match edited {
        Some(Err(errors)) => why(errors),
        Some(Ok(after)) if after != before => {
            let after = Location { version: before.version + 1, last_modified: now, ..after };
            Outcome::Applies(Box::new((before, after)))
        }
        _ => Outcome::Applies(Box::new((before.clone(), before))),
    })
}

/// The change, its entry in history and its receipt, in one transaction. Where the location has the value already, the
/// receipt and the entry remain.
fn applied(
    store: &ScheduleStore,
    editor: &Editor,
    unit: &Unit,
    before: &Location,
    after: &Location,
    now: Instant,
) -> Result<Vec<dynamo::TransactWriteItem>> {
    let mut actions = store.settle(unit)?;
    if before != after {
        actions.push(editor.store.update(before, after)?);
    }
    let entry = history::entry("SCHEDULE_APPLIED", &Permit::system(NAME), now, Some(before), after)?
        .on_behalf_of(&unit.lead.user)
        .because(unit.patch().ok().as_ref().and_then(Patch::reason));
    actions.push(editor.audit.put(&entry)?);
    Ok(actions)
}

fn failed(
    store: &ScheduleStore,
    editor: &Editor,
    unit: &Unit,
    why: &str,
    now: Instant,
) -> Result<Vec<dynamo::TransactWriteItem>> {
    let mut after = unit.clone();
    for change in std::iter::once(&mut after.lead).chain(&mut after.reason) {
        change.state = ScheduleChangeState::Failed;
        change.failure = Some(why.into());
        change.version += 1;
    }
    let mut actions = store.replace(unit, &after, now, false)?;
    let entry = create::entry("SCHEDULE_FAILED", &Permit::system(NAME), now, unit).because(Some(why.into()));
    actions.push(editor.audit.put(&entry)?);
    Ok(actions)
}
