//! `GET /forecast/history`: the changes of an item's forecast on a day, from edits and from uploaded files.

use crate::{rules, view};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Instant, Page, Result,
    audit::{AuditTable, Entry, Subject},
    page,
};

/// Arguments of `GET /forecast/history`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastHistory {
    /// The allocation day.
    #[schemars(with = "NaiveDate")]
    date: String,
    /// The item.
    #[schemars(length(min = 1, max = rules::MAX_ITEM_CHARS))]
    item: String,
    /// The token of the next page.
    #[serde(default)]
    next_token: Option<String>,
}

/// A change of a forecast quantity.
#[derive(Debug, Eq, JsonSchema, PartialEq, Serialize)]
pub struct QuantityChange {
    /// The time of the change.
    at: Instant,
    /// E-mail address of the user.
    user: String,
    /// `UPDATED` for an edit, `UPLOADED` for a file.
    event: String,
    /// The quantity before the change; null for a new forecast.
    #[schemars(with = "Option<u32>")]
    from: Option<Value>,
    /// The new quantity.
    #[schemars(with = "Option<u32>")]
    to: Option<Value>,
    /// The name of the uploaded file; null for an edit.
    file: Option<String>,
    #[serde(skip)]
    entry: String,
}

/// List cursor: for edits and for files, the entry after which the next page starts. `None` at the end of a list.
type Cursor = (Option<String>, Option<String>);

/// Returns one page of the changes of an item's forecast on a day, newest first.
///
/// An edit has an audit entry per item. A file has one audit entry per day, which contains all items that it changed.
/// This function merges both lists.
///
/// # Errors
/// [`Error::Invalid`] if the date or the item is not valid, or the token does not belong to this list.
pub async fn forecast_history(audit: &AuditTable, input: ForecastHistory) -> Result<Page<QuantityChange>> {
    let date = view::parse("date", &input.date)?;
    if let Some(message) = rules::item_fault(&input.item) {
        return Err(Error::invalid("item", message));
    }
    let cursor: Option<Cursor> = input.next_token.as_deref().map(page::decode_token).transpose()?;
    let (edits_after, files_after) = cursor.clone().unwrap_or_default();
    let (edits, files) = tokio::try_join!(
        entries_after(audit, Subject::Forecast(date, &input.item), cursor.is_none(), edits_after.as_deref()),
        entries_after(audit, Subject::Forecast(date, ""), cursor.is_none(), files_after.as_deref()),
    )?;
    let (events, next) = merge(edits, files, &input.item);
    Ok(Page { items: events, next_token: next.as_ref().map(page::encode_token).transpose()? })
}

/// Reads the entries of a subject after `after`, or from the first one. Returns none at the end of the list.
async fn entries_after(
    audit: &AuditTable,
    subject: Subject<'_>,
    is_first_page: bool,
    after: Option<&str>,
) -> Result<EntrySlice> {
    if !is_first_page && after.is_none() {
        return Ok(EntrySlice { entries: Vec::new(), more: false });
    }
    let token = after.map(|after| page::encode_token(&after)).transpose()?;
    let Page { items, next_token } = audit.history(subject, token.as_deref()).await?;
    Ok(EntrySlice { entries: items, more: next_token.is_some() })
}

struct EntrySlice {
    entries: Vec<Entry>,
    more: bool,
}

/// Merges both lists as far back as both were read. Returns the changes and the cursor of the next page.
fn merge(edits: EntrySlice, files: EntrySlice, item: &str) -> (Vec<QuantityChange>, Option<Cursor>) {
    let ends = [&edits, &files].into_iter().filter(|list| list.more).filter_map(|list| list.entries.last());
    let end = ends.map(|entry| entry.entry.clone()).max();
    let is_covered = |entry: &Entry| end.as_ref().is_none_or(|end| entry.entry >= *end);
    // Entries older than the end of the other list are read again with the next page.
    let next = |list: &EntrySlice| {
        let has_more = list.more || !list.entries.iter().all(is_covered);
        has_more
            .then(|| {
                list.entries.iter().rfind(|entry| is_covered(entry)).map(|entry| entry.entry.clone()).or(end.clone())
            })
            .flatten()
    };
    let cursor = (next(&edits), next(&files));
    let edits = edits.entries.into_iter().filter(is_covered).filter_map(|entry| quantity_change(entry, "quantity"));
    let files = files.entries.into_iter().filter(is_covered).filter_map(|entry| quantity_change(entry, item));
    let mut events: Vec<QuantityChange> = edits.chain(files).collect();
    events.sort_by(|one, other| other.entry.cmp(&one.entry));
    (events, (cursor != (None, None)).then_some(cursor))
}

fn quantity_change(
    Entry { entry, at, user, event, changes, reason, .. }: Entry,
    attribute: &str,
) -> Option<QuantityChange> {
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
    fn lists_only_the_requested_items_changes_of_a_file() {
        let files = vec![entry(5, "Other Salad"), entry(3, "Harvest Salad")];
        let edits = EntrySlice { entries: vec![entry(4, "quantity")], more: false };
        let (events, next) = merge(edits, EntrySlice { entries: files, more: false }, "Harvest Salad");
        assert_eq!(events.iter().map(|event| event.to.clone().unwrap()).collect::<Vec<_>>(), [json!(4), json!(3)]);
        assert_eq!(next, None);
    }

    proptest! {
        /// The pages together contain each change once, newest first, for lists of any length.
        #[test]
        fn pages_contain_each_change_once_and_in_order(
            minutes in proptest::collection::btree_map(0_u32..60, any::<bool>(), 0..60),
            page_size in 1_usize..5,
        ) {
            let entries = |is_edit: bool, attribute: &str| -> Vec<Entry> {
                let list = minutes.iter().rev().filter(|(_, edit)| **edit == is_edit);
                list.map(|(minute, _)| entry(*minute, attribute)).collect()
            };
            let (edits, files) = (entries(true, "quantity"), entries(false, "A"));
            let page = |list: &[Entry], is_first_page: bool, after: Option<&String>| {
                let remaining: Vec<Entry> = match after {
                    None if !is_first_page => Vec::new(),
                    after => list.iter().filter(|entry| after.is_none_or(|after| entry.entry < *after)).cloned().collect(),
                };
                let more = remaining.len() > page_size;
                EntrySlice { entries: remaining.into_iter().take(page_size).collect(), more }
            };
            let (mut listed, mut cursor): (Vec<Value>, Option<Cursor>) = (Vec::new(), None);
            loop {
                let (edits_after, files_after) = cursor.clone().unwrap_or_default();
                let first = cursor.is_none();
                let (events, next) =
                    merge(page(&edits, first, edits_after.as_ref()), page(&files, first, files_after.as_ref()), "A");
                listed.extend(events.into_iter().filter_map(|event| event.to));
                cursor = next;
                if cursor.is_none() {
                    break;
                }
            }
            prop_assert_eq!(listed, minutes.keys().rev().map(|minute| json!(minute)).collect::<Vec<_>>());
        }
    }
}
