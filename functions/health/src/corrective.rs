//! Corrective actions for temperature excursions. Requirements: `docs/requirements/health.md` (HLT-23).

use crate::{
    model::{CorrectiveAction, CorrectiveActionKind, FridgeTemperature},
    rules::alert::MAX_SAFE_TEMPERATURE,
    store::{CorrectiveActionStore, HistoryStore},
    temperature_record::{PeriodArguments, period},
};
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::json;
use shared::{
    Error, Instant, Page, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    table::Transaction,
};
use uuid::Uuid;

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;
/// The temperatures from the start of an excursion on of which one is above the limit. The start can be the last
/// temperature at the limit.
const FIRST_TEMPERATURES: usize = 2;

/// Returns one page of the corrective actions for excursions that started in a period, oldest first.
///
/// # Errors
/// [`Error::Invalid`] if the period is not valid.
pub async fn corrective_actions(
    store: &CorrectiveActionStore,
    PeriodArguments { location, from, to, next_token }: PeriodArguments,
) -> Result<Page<CorrectiveAction>> {
    store.page(&location, period(from, to)?, next_token.as_deref()).await
}

/// Arguments of `recordCorrectiveAction`.
#[derive(Debug, Deserialize)]
pub struct RecordArguments {
    input: RecordInput,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RecordInput {
    location: LocationId,
    excursion_start: Instant,
    action: CorrectiveActionKind,
    note: Option<String>,
    client_token: Uuid,
}

/// Records what the caller did about an excursion. A repeated call with the same client token returns the stored action.
///
/// # Errors
/// [`Error::Invalid`] if the note is missing or too long, or no excursion starts at this time; [`Error::Conflict`] if the
/// client token was used for another action.
pub async fn record_corrective_action(
    (store, history, audit): &(CorrectiveActionStore, HistoryStore, AuditTable),
    Request { permit, now, input: RecordArguments { input } }: Request<RecordArguments>,
) -> Result<CorrectiveAction> {
    let action = CorrectiveAction {
        id: input.client_token,
        note: checked_note(input.action, input.note)?,
        location: input.location,
        excursion_start: input.excursion_start,
        action: input.action,
        at: now,
        user: permit.user().into(),
    };
    let first = history.first_temperatures(&action.location, action.excursion_start, FIRST_TEMPERATURES).await?;
    if !starts_excursion(&first) {
        let message = format!("{} has no temperature above the limit at this time", action.location);
        return Err(Error::invalid("input.excursionStart", message));
    }
    let entry = audit::Entry::new(Subject::CorrectiveActions(action.location.as_str()), "RECORDED", &permit, now)
        .with(vec![
            Change { attribute: "action".into(), from: None, to: Some(json!(action.action)) },
            Change { attribute: "excursionStart".into(), from: None, to: Some(json!(action.excursion_start)) },
        ])
        .with_reason(action.note.clone());
    let transaction = Transaction::new().with(store.put_new(&action)?).audited(audit, &entry)?;
    if transaction.send(store.client()).await?.is_written() {
        return Ok(action);
    }
    let stored = store.get(&action.location, action.excursion_start, action.id).await?;
    stored.filter(|stored| is_same_call(stored, &action)).ok_or_else(|| {
        Error::conflict("Another corrective action has this client token. Send the action with a new token.")
    })
}

/// Whether a stored action is the result of the same call, which was sent twice.
fn is_same_call(stored: &CorrectiveAction, action: &CorrectiveAction) -> bool {
    (stored.action, &stored.note, &stored.user) == (action.action, &action.note, &action.user)
}

/// Whether one of the first temperatures from the start of an excursion on is above the limit.
fn starts_excursion(first: &[FridgeTemperature]) -> bool {
    first.iter().any(|reading| reading.temperature > MAX_SAFE_TEMPERATURE)
}

/// The note without surrounding whitespace. `None` if it is empty.
///
/// # Errors
/// [`Error::Invalid`] if the note is too long, or the action needs one and it is empty.
fn checked_note(action: CorrectiveActionKind, note: Option<String>) -> Result<Option<String>> {
    let note = note.map(|note| note.trim().to_owned()).filter(|note| !note.is_empty());
    match note {
        Some(note) if note.chars().count() > MAX_NOTE => {
            Err(Error::invalid("input.note", format!("note can have at most {MAX_NOTE} characters")))
        }
        None if action.needs_note() => Err(Error::invalid("input.note", "Describe the action in the note")),
        note => Ok(note),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(temperature: f64) -> FridgeTemperature {
        FridgeTemperature { timestamp: "2026-11-21T10:00:00Z".parse().unwrap(), temperature }
    }

    #[test]
    fn an_excursion_starts_at_or_directly_before_a_temperature_above_the_limit() {
        for (temperatures, expected) in [
            (vec![41.5], true),
            (vec![41.0, 42.0], true),
            (vec![41.0, 41.0], false),
            (vec![41.0], false),
            (vec![], false),
        ] {
            let readings: Vec<_> = temperatures.iter().copied().map(reading).collect();
            assert_eq!(starts_excursion(&readings), expected, "{temperatures:?}");
        }
    }

    #[test]
    fn a_note_is_required_if_the_action_does_not_explain_itself() {
        use CorrectiveActionKind::{DiscardedProducts, MovedProducts, NoActionNeeded, Other, RepairedFridge};
        for (action, note, is_valid) in [
            (DiscardedProducts, None, true),
            (MovedProducts, Some("  ".to_owned()), true),
            (NoActionNeeded, Some("  ".to_owned()), false),
            (Other, None, false),
            (Other, Some("Door was open".to_owned()), true),
            (RepairedFridge, Some("é".repeat(MAX_NOTE)), true),
            (RepairedFridge, Some("é".repeat(MAX_NOTE + 1)), false),
        ] {
            assert_eq!(checked_note(action, note.clone()).is_ok(), is_valid, "{action} {note:?}");
        }
    }
}
