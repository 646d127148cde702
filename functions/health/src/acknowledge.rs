//! Taking note of an alert.

use crate::{
    model::{FridgeAlert, FridgeAlertState},
    news,
    store::AlertStore,
};
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::json;
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Change, Subject},
    bounded::Text,
    dynamo::{self, Transaction},
    live::Live,
};

/// The most characters of a note.
const LONGEST: usize = 500;
/// The most characters of an alert's id.
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

/// Notes that the caller takes note of an alert; it stays open until the fridge is well. The same again, after an
/// answer that was lost, answers what is noted.
///
/// # Errors
/// [`Error::NotFound`] where there is no such alert, [`Error::Conflict`] where somebody else was first or the fridge is
/// well again, [`Error::Invalid`] where the note is too long.
pub async fn acknowledge_fridge_alert(
    (store, audit, live): &(AlertStore, AuditTable, Live),
    Request { permit, now, input: AcknowledgeArguments { input } }: Request<AcknowledgeArguments>,
) -> Result<FridgeAlert> {
    let note = note(input.note)?;
    let before = find(store, &input.location, &input.id).await?;
    let Some(after) = acknowledged(&before, note.as_deref(), &permit, now)? else { return Ok(before) };
    let entry =
        audit::Entry::new(Subject::FridgeAlert(after.location.as_str(), &after.id), "ACKNOWLEDGED", &permit, now)
            .with(vec![Change { attribute: "acknowledgedBy".into(), from: None, to: Some(json!(permit.user())) }])
            .because(note.clone());
    let actions = vec![store.acknowledge(&after)?, audit.put(&entry)?];
    match dynamo::transact(store.client(), actions).await? {
        Transaction::Written => {
            news::tell_alert(live, &after).await;
            Ok(after)
        }
        // Somebody was quicker: what is stored now says who or what.
        Transaction::Refused(_) => {
            let stored = find(store, &input.location, &input.id).await?;
            match acknowledged(&stored, note.as_deref(), &permit, now)? {
                None => Ok(stored),
                Some(_) => Err(Error::retryable("the alert changed and changed back meanwhile")),
            }
        }
    }
}

/// The note without blanks around it; none where nothing is left.
fn note(note: Option<String>) -> Result<Option<String>> {
    let note = note.map(|note| note.trim().to_owned()).filter(|note| !note.is_empty());
    match note {
        Some(note) if note.chars().count() > LONGEST => {
            Err(Error::invalid("input.note", format!("note can have at most {LONGEST} characters")))
        }
        note => Ok(note),
    }
}

async fn find(store: &AlertStore, location: &LocationId, id: &str) -> Result<FridgeAlert> {
    store.get(location, id).await?.ok_or_else(|| Error::NotFound(format!("{location} has no such alert")))
}

/// The alert with the note of the caller, or `None` where it has just that.
///
/// # Errors
/// [`Error::Conflict`] with the alert as it is.
fn acknowledged(alert: &FridgeAlert, note: Option<&str>, permit: &Permit, now: Instant) -> Result<Option<FridgeAlert>> {
    let conflict = |message: String| Error::Conflict { message, current: serde_json::to_value(alert).ok() };
    match &alert.acknowledged_by {
        Some(by) if by == permit.user() && alert.note.as_deref() == note => Ok(None),
        Some(by) => Err(conflict(format!("{by} took note of this alert already."))),
        None if alert.state == FridgeAlertState::Cleared => {
            Err(conflict("The fridge is well again: this alert was cleared meanwhile.".into()))
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

    fn by(alert: &FridgeAlert, person: &str, note: Option<&str>) -> Result<Option<FridgeAlert>> {
        acknowledged(alert, note, &Permit::system(person), alert.opened_at)
    }

    #[test]
    fn an_open_alert_is_acknowledged_once_and_stays_open() {
        let once = by(&alert(), "ann", Some("On my way")).unwrap().unwrap();
        assert_eq!((once.acknowledged_by.as_deref(), once.note.as_deref()), (Some("ann"), Some("On my way")));
        assert_eq!(once.state, FridgeAlertState::Open);
        // The same again, after an answer that was lost.
        assert_eq!(by(&once, "ann", Some("On my way")).unwrap(), None);
        let Err(Error::Conflict { message, current }) = by(&once, "bob", None) else { panic!("no conflict") };
        assert_eq!(message, "ann took note of this alert already.");
        assert_eq!(current.unwrap()["note"], "On my way");
        assert!(matches!(by(&once, "ann", Some("Another note")), Err(Error::Conflict { .. })));
    }

    #[test]
    fn an_alert_that_was_cleared_is_not_acknowledged() {
        let cleared = FridgeAlert { state: FridgeAlertState::Cleared, ..alert() };
        assert!(matches!(by(&cleared, "ann", None), Err(Error::Conflict { .. })));
    }

    #[test]
    fn a_note_has_at_most_500_characters() {
        assert_eq!(note(Some("  ".into())).unwrap(), None);
        assert_eq!(note(Some("°".repeat(500))).unwrap().map(|note| note.chars().count()), Some(500));
        assert!(matches!(note(Some("°".repeat(501))), Err(Error::Invalid(_))));
    }
}
