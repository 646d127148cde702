//! The operations of handover notes.

use crate::{
    model::{HandoverKind, HandoverNote},
    rules,
    store::HandoverNoteStore,
};
use chrono::NaiveDate;
use locations::{model::LocationId, store::LocationStore};
use serde::Deserialize;
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Permit, Request, Result,
    audit::{AuditTable, Entry, Subject},
    bounded::Text,
    table::Transaction,
};
use uuid::Uuid;

/// The maximum number of characters of a route's name.
const MAX_ROUTE: usize = 100;

/// The stores that writing a note uses.
#[derive(Debug)]
pub struct NoteEditor {
    notes: HandoverNoteStore,
    locations: LocationStore,
    audit: AuditTable,
}

impl FromEnvironment for NoteEditor {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            notes: HandoverNoteStore::from_environment(environment)?,
            locations: LocationStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
        })
    }
}

/// Arguments of `handoverNotes`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HandoverNotesArguments {
    object: HandoverObject,
    #[serde(default)]
    next_token: Option<String>,
}

/// A fridge or a route.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandoverObject {
    kind: HandoverKind,
    id: Text<MAX_ROUTE>,
}

/// A page of the notes on a fridge or a route: those that are not done first, then the others, each newest first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller cannot read this kind of object; [`Error::Invalid`] if the token is not one of this
/// list.
pub async fn handover_notes(
    notes: &HandoverNoteStore,
    Request { permit, input: HandoverNotesArguments { object, next_token }, .. }: Request<HandoverNotesArguments>,
) -> Result<Page<HandoverNote>> {
    permit.proof(rules::read_action(object.kind))?;
    notes.of_object(object.kind, &object.id, next_token.as_deref()).await
}

/// Arguments of `openHandoverNotes`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OpenHandoverNotesArguments {
    kind: HandoverKind,
    #[serde(default)]
    next_token: Option<String>,
}

/// A page of the open notes on all fridges or all routes: those with the earliest last day first.
///
/// # Errors
/// As [`handover_notes`].
pub async fn open_handover_notes(
    notes: &HandoverNoteStore,
    Request { permit, now, input: OpenHandoverNotesArguments { kind, next_token } }: Request<
        OpenHandoverNotesArguments,
    >,
) -> Result<Page<HandoverNote>> {
    permit.proof(rules::read_action(kind))?;
    notes.open(kind, now.central_date(), next_token.as_deref()).await
}

/// Arguments of `addHandoverNote`.
#[derive(Debug, Deserialize)]
pub struct AddHandoverNoteArguments {
    input: NewHandoverNote,
}

/// A new note. `id` is the client's.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewHandoverNote {
    id: Uuid,
    kind: HandoverKind,
    object_id: Text<MAX_ROUTE>,
    text: String,
    #[serde(default)]
    until: Option<NaiveDate>,
}

/// Adds a note to a fridge or a route. A repeated call with the same id and content returns the stored note.
///
/// # Errors
/// [`Error::Invalid`] with all invalid fields; [`Error::NotFound`] if the location does not exist; [`Error::Conflict`] if
/// the id belongs to another note.
pub async fn add_handover_note(
    editor: &NoteEditor,
    Request { permit, now, input: AddHandoverNoteArguments { input } }: Request<AddHandoverNoteArguments>,
) -> Result<HandoverNote> {
    let text = rules::check_note(&input.text, input.until, now.central_date()).map_err(Error::Invalid)?;
    let note = HandoverNote {
        id: input.id,
        kind: input.kind,
        object_id: editor.object_id(input.kind, &input.object_id).await?,
        text,
        author: permit.user().into(),
        created_at: now,
        until: input.until,
        done_at: None,
        done_by: None,
    };
    let transaction = Transaction::new().with(editor.notes.put_new(&note)?);
    let transaction = transaction.audited(&editor.audit, &entry(&note, &permit, now))?;
    if transaction.send(editor.notes.client()).await?.is_written() {
        return Ok(note);
    }
    let stored = editor.notes.get(note.id).await?.filter(|stored| rules::is_repetition(stored, &note));
    stored.ok_or_else(|| Error::conflict("Another note has the same id. Add the note again."))
}

/// Arguments of `completeHandoverNote`.
#[derive(Debug, Deserialize)]
pub struct CompleteHandoverNoteArguments {
    id: Uuid,
}

/// Marks a note as done. A note that is done stays as it is, so the call can be repeated.
///
/// # Errors
/// [`Error::NotFound`] if the note does not exist or has expired.
pub async fn complete_handover_note(
    (notes, audit): &(HandoverNoteStore, AuditTable),
    Request { permit, now, input: CompleteHandoverNoteArguments { id } }: Request<CompleteHandoverNoteArguments>,
) -> Result<HandoverNote> {
    let unknown = || Error::NotFound("The note no longer exists. Reload the page.".into());
    let before = notes.get(id).await?.ok_or_else(unknown)?;
    let after = rules::completed(&before, permit.user(), now);
    if after == before {
        return Ok(before);
    }
    let transaction = Transaction::new().with(notes.complete(&after)?).audited(audit, &entry(&after, &permit, now))?;
    if transaction.send(notes.client()).await?.is_written() {
        return Ok(after);
    }
    // Another user completed the note at the same time.
    notes.get(id).await?.ok_or_else(unknown)
}

impl NoteEditor {
    /// The stored id of the location, or the route's name.
    async fn object_id(&self, kind: HandoverKind, id: &str) -> Result<String> {
        match kind {
            HandoverKind::Fridge => {
                let id: LocationId = id.parse().map_err(|message: String| Error::invalid("objectId", message))?;
                Ok(self.locations.require(&id).await?.id.as_str().to_owned())
            }
            HandoverKind::Route => Ok(id.to_owned()),
        }
    }
}

fn entry(note: &HandoverNote, permit: &Permit, now: Instant) -> Entry {
    let subject = match note.kind {
        HandoverKind::Fridge => Subject::FridgeNotes(&note.object_id),
        HandoverKind::Route => Subject::RouteNotes(&note.object_id),
    };
    Entry::new(subject, rules::note_event(note), permit, now).with(vec![rules::note_change(note)])
}
