//! `HandoverNoteStore` reads and writes the HandoverNotes table and its indexes.
//!
//! `byObject` lists the notes on a fridge or a route: first the notes that are not done, then the others, each newest
//! first. `open` is sparse. It contains the notes that are not done in [`SHARDS`] partitions per kind, sorted by their last
//! day, so that a query from today on reads only open notes.
//!
//! A completed note expires after [`RETENTION`], and so does a note whose last day has passed.

use crate::model::{HandoverKind, HandoverNote};
use chrono::{Duration, NaiveDate};
use shared::{
    Instant, Page, Result,
    shards::Order,
    table::{self, Cursor, Index, Item, ItemExt, SimpleKey, TransactWriteItem, attribute},
    time,
};
use uuid::Uuid;

const KEY: SimpleKey = SimpleKey::new("id");
const BY_OBJECT: Index = Index::new("byObject", "object", "position");
const OPEN: Index = Index::new("open", "openShard", "openUntil");
const OBJECT_CURSOR: Cursor = Cursor::new(&["id", "position"], is_position);
/// The partitions of open notes per kind.
const SHARDS: u32 = 4;
/// Notes per page.
const PAGE_SIZE: u16 = 50;
/// How long a note is kept after it was completed or its last day.
const RETENTION: Duration = Duration::days(90);
/// The last day of a note without one, in the index.
const NO_LAST_DAY: &str = "9999-12-31";

shared::store! {
    /// Reads and writes the table of handover notes.
    pub struct HandoverNoteStore { variable: "HANDOVER_NOTES_TABLE", key: KEY }
}

impl HandoverNoteStore {
    /// The note with this id. Read consistently.
    pub async fn get(&self, id: Uuid) -> Result<Option<HandoverNote>> {
        self.table.get(KEY.of(id)).await
    }

    /// A page of the notes on an object: those that are not done first, then the others, each newest first.
    pub async fn of_object(
        &self,
        kind: HandoverKind,
        object_id: &str,
        next_token: Option<&str>,
    ) -> Result<Page<HandoverNote>> {
        let notes = self.table.query(BY_OBJECT.partition(object_key(kind, object_id)));
        notes.newest_first().limit(PAGE_SIZE.into()).page(OBJECT_CURSOR, next_token).await
    }

    /// A page of the open notes on all objects of a kind: those with the earliest last day first, those without a last
    /// day last.
    pub async fn open(
        &self,
        kind: HandoverKind,
        today: NaiveDate,
        next_token: Option<&str>,
    ) -> Result<Page<HandoverNote>> {
        let of_shard = |shard| self.table.query(OPEN.partition(open_shard(kind, shard))).from(today.to_string());
        table::merged_page(Order::Ascending, PAGE_SIZE, next_token, (0..SHARDS).map(of_shard)).await
    }

    /// The action that stores a new note. Its condition fails if the id is in use.
    pub fn put_new(&self, note: &HandoverNote) -> Result<TransactWriteItem> {
        self.table.put(item(note)?).when(attribute("id").not_exists()).action()
    }

    /// The action that stores a completed note. Its condition fails if the stored note is done or has expired.
    pub fn complete(&self, note: &HandoverNote) -> Result<TransactWriteItem> {
        let is_not_done = attribute("id").exists().and(attribute("doneAt").not_exists());
        self.table.put(item(note)?).when(is_not_done).action()
    }
}

/// The partition of an object. Ids of locations are compared without regard to case.
fn object_key(kind: HandoverKind, object_id: &str) -> String {
    format!("{kind}#{}", object_id.to_lowercase())
}

fn open_shard(kind: HandoverKind, shard: u32) -> String {
    format!("{kind}#{shard}")
}

/// Whether the values of a token are the id and the position of a note.
fn is_position(values: &[String]) -> bool {
    matches!(values, [id, position] if id.parse::<Uuid>().is_ok() && position.split('#').count() == 3)
}

/// The stored item of a note, with its keys in the indexes.
fn item(note: &HandoverNote) -> Result<Item> {
    let id = note.id;
    let position = match note.done_at {
        None => format!("OPEN#{}#{id}", note.created_at),
        Some(done_at) => format!("DONE#{done_at}#{id}"),
    };
    let object = object_key(note.kind, &note.object_id);
    let mut item = table::to_item(note)?.with_key(KEY.of(id)).with_key(BY_OBJECT.of(object, position));
    if note.done_at.is_none() {
        let until = note.until.map_or_else(|| NO_LAST_DAY.to_owned(), |until| until.to_string());
        let shard = open_shard(note.kind, table::shard(&id.to_string(), SHARDS));
        item = item.with_key(OPEN.of(shard, format!("{until}#{}#{id}", note.created_at)));
    }
    Ok(match note.done_at.or_else(|| note.until.and_then(|until| until.succ_opt()).map(time::midnight)) {
        Some(end) => item.with_expiry(end_of_retention(end)),
        None => item,
    })
}

fn end_of_retention(end: Instant) -> Instant {
    end.plus(RETENTION)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::table::{EXPIRES_AT, text};

    fn note() -> HandoverNote {
        HandoverNote {
            id: Uuid::nil(),
            kind: HandoverKind::Fridge,
            object_id: "CHI_0001".into(),
            text: "Key at the front desk".into(),
            author: "ann@example.com".into(),
            created_at: "2026-11-23T12:00:00Z".parse().unwrap(),
            until: None,
            done_at: None,
            done_by: None,
        }
    }

    fn stored(note: &HandoverNote, attribute: &str) -> Option<table::AttributeValue> {
        item(note).unwrap().get(attribute).cloned()
    }

    #[test]
    fn an_open_note_is_listed_by_its_object_and_by_its_last_day() {
        let id = Uuid::nil();
        let until = HandoverNote { until: Some("2026-11-25".parse().unwrap()), ..note() };
        assert_eq!(stored(&note(), "object"), Some(text("FRIDGE#chi_0001")));
        assert_eq!(stored(&note(), "position"), Some(text(format!("OPEN#2026-11-23T12:00:00.000Z#{id}"))));
        assert_eq!(stored(&note(), "openUntil"), Some(text(format!("9999-12-31#2026-11-23T12:00:00.000Z#{id}"))));
        assert_eq!(stored(&until, "openUntil"), Some(text(format!("2026-11-25#2026-11-23T12:00:00.000Z#{id}"))));
        assert_eq!(stored(&note(), EXPIRES_AT), None);
        assert!(stored(&until, EXPIRES_AT).is_some());
    }

    #[test]
    fn a_done_note_is_listed_after_the_open_ones_and_expires() {
        let done = HandoverNote { done_at: Some("2026-11-24T12:00:00Z".parse().unwrap()), ..note() };
        assert_eq!(stored(&done, "openShard"), None);
        assert!(stored(&done, EXPIRES_AT).is_some());
        let position = |note: &HandoverNote| item(note).unwrap().get("position").unwrap().as_s().unwrap().clone();
        assert!(position(&done) < position(&note()));
    }

    #[test]
    fn a_position_is_the_id_and_the_place_of_a_note() {
        let values = |id: &str, position: &str| [id.to_owned(), position.to_owned()];
        let id = Uuid::nil().to_string();
        assert!(is_position(&values(&id, &format!("OPEN#2026-11-23T12:00:00.000Z#{id}"))));
        assert!(!is_position(&values("1", "OPEN#2026-11-23T12:00:00.000Z#1")));
        assert!(!is_position(&values(&id, "OPEN")));
    }
}
