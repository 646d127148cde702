//! Acknowledging an alert.

use crate::{
    live_events,
    model::{FridgeAlert, FridgeAlertState},
    store::AlertStore,
};
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::json;
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    bounded::Text,
    live::Live,
    table::Transaction,
};

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;
/// Maximum length of an alert id, in characters.
const MAX_ID: usize = 200;

/// Arguments of `acknowledgeFridgeAlert`.
#[derive(Debug, Deserialize)]
pub struct AcknowledgeArguments {
    input: AcknowledgeInput,
}

#[derive(Debug, Deserialize)]
struct AcknowledgeInput {
    location: LocationId,
    id: Text<MAX_ID>,
    note: Option<String>,
}

/// Records that the caller acknowledges an alert. The alert stays open until the fridge is healthy. A repeated call
/// with the same note returns the stored alert, so a caller can retry after a lost response.
///
/// # Errors
/// [`Error::NotFound`] if the alert does not exist, [`Error::Conflict`] if another user acknowledged it first or it is
/// cleared, [`Error::Invalid`] if the note is too long.
pub async fn acknowledge_fridge_alert(
    (store, audit, live): &(AlertStore, AuditTable, Live),
    Request { permit, now, input: AcknowledgeArguments { input } }: Request<AcknowledgeArguments>,
) -> Result<FridgeAlert> {
    let note = trimmed_note(input.note)?;
    let before = find(store, &input.location, &input.id).await?;
    let Some(after) = acknowledge(&before, note.as_deref(), &permit, now)? else { return Ok(before) };
    let entry =
        audit::Entry::new(Subject::FridgeAlert(after.location.as_str(), &after.id), "ACKNOWLEDGED", &permit, now)
            .with(vec![Change { attribute: "acknowledgedBy".into(), from: None, to: Some(json!(permit.user())) }])
            .with_reason(note.clone());
    let transaction = Transaction::new().with(store.acknowledge(&after)?).audited(audit, &entry)?;
    if transaction.send(store.client()).await?.is_written() {
        live_events::publish_alert(live, &after).await;
        return Ok(after);
    }
    // The alert changed since it was read. The stored alert decides between success and a conflict.
    let stored = find(store, &input.location, &input.id).await?;
    match acknowledge(&stored, note.as_deref(), &permit, now)? {
        None => Ok(stored),
        Some(_) => Err(Error::retryable("the alert changed twice while it was being acknowledged")),
    }
}

/// The note without surrounding whitespace. `None` if it is empty.
fn trimmed_note(note: Option<String>) -> Result<Option<String>> {
    let note = note.map(|note| note.trim().to_owned()).filter(|note| !note.is_empty());
    match note {
        Some(note) if note.chars().count() > MAX_NOTE => {
            Err(Error::invalid("input.note", format!("note can have at most {MAX_NOTE} characters")))
        }
        note => Ok(note),
    }
}

async fn find(store: &AlertStore, location: &LocationId, id: &str) -> Result<FridgeAlert> {
    store.get(location, id).await?.ok_or_else(|| Error::NotFound(format!("{location} has no such alert")))
}

/// The alert with the caller's acknowledgment, or `None` if the caller already acknowledged it with the same note.
///
/// # Errors
/// [`Error::Conflict`] with the stored alert.
fn acknowledge(alert: &FridgeAlert, note: Option<&str>, permit: &Permit, now: Instant) -> Result<Option<FridgeAlert>> {
    let conflict = |message: String| Error::Conflict { message, current: serde_json::to_value(alert).ok() };
    match &alert.acknowledged_by {
        Some(by) if by == permit.user() && alert.note.as_deref() == note => Ok(None),
        Some(by) => Err(conflict(format!("{by} already acknowledged this alert."))),
        None if alert.state == FridgeAlertState::Cleared => {
            Err(conflict("This alert is already cleared because the fridge is healthy again.".into()))
        }
        None => Ok(Some(FridgeAlert {
            acknowledged_at: Some(now),
            acknowledged_by: Some(permit.user().into()),
            note: note.map(str::to_owned),
            ..alert.clone()
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FridgeAlertKind;

    fn alert() -> FridgeAlert {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        FridgeAlert {
            id: FridgeAlert::id(at, FridgeAlertKind::Silent, &"FRIDGE_1".parse().unwrap()),
            location: "FRIDGE_1".parse().unwrap(),
            kind: FridgeAlertKind::Silent,
            state: FridgeAlertState::Open,
            since: at,
            opened_at: at,
            detail: None,
            cleared_at: None,
            acknowledged_at: None,
            acknowledged_by: None,
            note: None,
        }
    }

    fn acknowledge_as(alert: &FridgeAlert, person: &str, note: Option<&str>) -> Result<Option<FridgeAlert>> {
        acknowledge(alert, note, &Permit::system(person), alert.opened_at)
    }

    #[test]
    fn acknowledges_an_open_alert_once_and_keeps_it_open() {
        let acknowledged = acknowledge_as(&alert(), "ann", Some("On my way")).unwrap().unwrap();
        assert_eq!(acknowledged.acknowledged_by.as_deref(), Some("ann"));
        assert_eq!(acknowledged.note.as_deref(), Some("On my way"));
        assert_eq!(acknowledged.state, FridgeAlertState::Open);
        // A retry after a lost response.
        assert_eq!(acknowledge_as(&acknowledged, "ann", Some("On my way")).unwrap(), None);
        let Err(Error::Conflict { message, current }) = acknowledge_as(&acknowledged, "bob", None) else {
            panic!("no conflict")
        };
        assert_eq!(message, "ann already acknowledged this alert.");
        assert_eq!(current.unwrap()["note"], "On my way");
        assert!(matches!(acknowledge_as(&acknowledged, "ann", Some("Another note")), Err(Error::Conflict { .. })));
    }

    #[test]
    fn rejects_acknowledging_a_cleared_alert() {
        let cleared = FridgeAlert { state: FridgeAlertState::Cleared, ..alert() };
        assert!(matches!(acknowledge_as(&cleared, "ann", None), Err(Error::Conflict { .. })));
    }

    #[test]
    fn limits_a_note_to_500_characters() {
        assert_eq!(trimmed_note(Some("  ".into())).unwrap(), None);
        assert_eq!(trimmed_note(Some("°".repeat(500))).unwrap().map(|note| note.chars().count()), Some(500));
        assert!(matches!(trimmed_note(Some("°".repeat(501))), Err(Error::Invalid(_))));
    }
}
