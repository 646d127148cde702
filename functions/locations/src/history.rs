//! A location's history.

use crate::model::{Location, LocationId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    Error, Instant, Page, Permit, Result,
    audit::{self, AuditTable, Change, Entry, Subject},
};

/// Attributes that every write changes. History leaves them out.
const EXCLUDED_ATTRIBUTES: [&str; 3] = ["version", "lastModified", "updateReason"];

/// The history entry for a change of a location, without a reason.
///
/// # Errors
/// [`Error::Unavailable`] if a location cannot be serialized as JSON, which would be a defect.
pub fn entry(event: &str, permit: &Permit, now: Instant, before: Option<&Location>, after: &Location) -> Result<Entry> {
    let json = |location: &Location| serde_json::to_value(location).map_err(Error::internal);
    let before = before.map(json).transpose()?.unwrap_or_default();
    let changes = audit::changes(&before, &json(after)?, &EXCLUDED_ATTRIBUTES);
    Ok(Entry::new(Subject::Location(after.id.as_str()), event, permit, now).with(changes))
}

/// Arguments of `locationHistory`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationHistoryArguments {
    id: LocationId,
    #[serde(default)]
    next_token: Option<String>,
}

/// A history entry as the GraphQL schema defines it. Values are JSON text.
#[derive(Debug, Serialize)]
pub struct LocationHistoryEntry {
    id: String,
    at: Instant,
    user: String,
    event: String,
    changes: Vec<AttributeChange>,
    reason: Option<String>,
    note: Option<String>,
}

#[derive(Debug, Serialize)]
struct AttributeChange {
    attribute: String,
    from: Option<String>,
    to: Option<String>,
}

/// The history of one location, newest first.
pub async fn location_history(
    audit: &AuditTable,
    arguments: LocationHistoryArguments,
) -> Result<Page<LocationHistoryEntry>> {
    let subject = Subject::Location(arguments.id.as_str());
    let Page { items, next_token } = audit.history(subject, arguments.next_token.as_deref()).await?;
    Ok(Page { items: items.into_iter().map(to_response).collect(), next_token })
}

fn to_response(entry: Entry) -> LocationHistoryEntry {
    let text = |value: Option<Value>| value.map(|value| value.to_string());
    let change =
        |change: Change| AttributeChange { attribute: change.attribute, from: text(change.from), to: text(change.to) };
    LocationHistoryEntry {
        id: entry.entry,
        at: entry.at,
        user: entry.user,
        event: entry.event,
        changes: entry.changes.into_iter().map(change).collect(),
        reason: entry.reason,
        note: entry.note,
    }
}
