//! The history of what is forecast of an item on a day: its edits, and the files that changed it.

use crate::{rules, view};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Instant, Page, Result,
    audit::{AuditTable, Entry, Subject},
    page,
};

/// Whose history.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ForecastHistory {
    date: String,
    item: String,
    #[serde(default)]
    next_token: Option<String>,
}

/// One change of a quantity.
#[derive(Debug, Eq, PartialEq, Serialize)]
pub struct QuantityChange {
    at: Instant,
    user: String,
    /// `UPDATED` by hand, `UPLOADED` by a file.
    event: String,
    from: Option<Value>,
    to: Option<Value>,
    /// The file's name.
    file: Option<String>,
    #[serde(skip)]
    entry: String,
}

/// Where both lists stopped: of each the entry after which it goes on, `None` at its end.
type Position = (Option<String>, Option<String>);

/// Changes of an item's day, newest first.
///
/// A file changes many items of a day at once: it leaves one entry for the day, beside those of each item's edits.
///
/// # Errors
/// [`Error::Invalid`] where the date or the item is none, or the token is not one that this list gave out.
pub async fn forecast_history(audit: &AuditTable, input: ForecastHistory) -> Result<Page<QuantityChange>> {
    let date = view::parse("date", &input.date)?;
    if let Some(message) = rules::item_fault(&input.item) {
        return Err(Error::invalid("item", message));
    }
    let position: Option<Position> = input.next_token.as_deref().map(page::decode_token).transpose()?;
    let (edits_after, files_after) = position.clone().unwrap_or_default();
    let (edits, files) = tokio::try_join!(
        list(audit, Subject::Forecast(date, &input.item), position.is_none(), edits_after.as_deref()),
        list(audit, Subject::Forecast(date, ""), position.is_none(), files_after.as_deref()),
    )?;
    let (events, next) = merge(edits, files, &input.item);
    Ok(Page { items: events, next_token: next.as_ref().map(page::encode_token).transpose()? })
}

/// Entries of a subject after one of them, from the first, or none where the list has ended.
async fn list(audit: &AuditTable, subject: Subject<'_>, first: bool, after: Option<&str>) -> Result<List> {
    if !first && after.is_none() {
        return Ok(List { entries: Vec::new(), more: false });
    }
    let token = after.map(|after| page::encode_token(&after)).transpose()?;
    let Page { items, next_token } = audit.history(subject, token.as_deref()).await?;
    Ok(List { entries: items, more: next_token.is_some() })
}

struct List {
    entries: Vec<Entry>,
    more: bool,
}

/// Both lists in one, as far back as both were read, and where they go on.
fn merge(edits: List, files: List, item: &str) -> (Vec<QuantityChange>, Option<Position>) {
    let ends = [&edits, &files].into_iter().filter(|list| list.more).filter_map(|list| list.entries.last());
    let end = ends.map(|entry| entry.entry.clone()).max();
    let read = |entry: &Entry| end.as_ref().is_none_or(|end| entry.entry >= *end);
    // What lies before the end of the other list is read again with it.
    let next = |list: &List| {
        let rest = list.more || !list.entries.iter().all(read);
        rest.then(|| list.entries.iter().rfind(|entry| read(entry)).map(|entry| entry.entry.clone()).or(end.clone()))
            .flatten()
    };
    let position = (next(&edits), next(&files));
    let edits = edits.entries.into_iter().filter(read).filter_map(|entry| event(entry, "quantity"));
    let files = files.entries.into_iter().filter(read).filter_map(|entry| event(entry, item));
    let mut events: Vec<QuantityChange> = edits.chain(files).collect();
    events.sort_by(|one, other| other.entry.cmp(&one.entry));
    (events, (position != (None, None)).then_some(position))
}

fn event(Entry { entry, at, user, event, changes, reason, .. }: Entry, attribute: &str) -> Option<QuantityChange> {
    let change = changes.into_iter().find(|change| change.attribute == attribute)?;
    Some(QuantityChange { at, user, event, from: change.from, to: change.to, file: reason, entry })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;
    use shared::{Permit, audit::Change};

    fn entry(minute: u32, attribute: &str) -> Entry {
        let now: Instant = format!("2026-11-21T10:{minute:02}:00Z").parse().unwrap();
        let change = Change { attribute: attribute.into(), from: None, to: Some(json!(minute)) };
        Entry::new(Subject::Location("F"), "UPDATED", &Permit::system("test"), now).with(vec![change])
    }

    #[test]
    fn of_a_file_only_what_it_changed_of_the_item_is_told() {
        let files = vec![entry(5, "Other Salad"), entry(3, "Harvest Salad")];
        let edits = List { entries: vec![entry(4, "quantity")], more: false };
        let (events, next) = merge(edits, List { entries: files, more: false }, "Harvest Salad");
        assert_eq!(events.iter().map(|event| event.to.clone().unwrap()).collect::<Vec<_>>(), [json!(4), json!(3)]);
        assert_eq!(next, None);
    }

    proptest! {
        /// However long both lists are, page after page tells each change once, newest first.
        #[test]
        fn page_after_page_all_changes_are_told_once_and_in_order(
            minutes in proptest::collection::btree_map(0_u32..60, any::<bool>(), 0..60),
            of_page in 1_usize..5,
        ) {
            let of = |wanted: bool, attribute: &str| -> Vec<Entry> {
                let list = minutes.iter().rev().filter(|(_, is_edit)| **is_edit == wanted);
                list.map(|(minute, _)| entry(*minute, attribute)).collect()
            };
            let (edits, files) = (of(true, "quantity"), of(false, "A"));
            let page = |list: &[Entry], first: bool, after: Option<&String>| {
                let rest: Vec<Entry> = match after {
                    None if !first => Vec::new(),
                    after => list.iter().filter(|entry| after.is_none_or(|after| entry.entry < *after)).cloned().collect(),
                };
                let more = rest.len() > of_page;
                List { entries: rest.into_iter().take(of_page).collect(), more }
            };
            let (mut told, mut position): (Vec<Value>, Option<Position>) = (Vec::new(), None);
            loop {
                let (of_edits, of_files) = position.clone().unwrap_or_default();
                let first = position.is_none();
                let (events, next) =
                    merge(page(&edits, first, of_edits.as_ref()), page(&files, first, of_files.as_ref()), "A");
                told.extend(events.into_iter().filter_map(|event| event.to));
                position = next;
                if position.is_none() {
                    break;
                }
            }
            prop_assert_eq!(told, minutes.keys().rev().map(|minute| json!(minute)).collect::<Vec<_>>());
        }
    }
}
