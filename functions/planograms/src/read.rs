//! GraphQL query `planogram`: the planogram of a layout at an instant, and its scheduled changes.

use crate::{
    model::{Change, Entry},
    rules,
    store::PlanogramStore,
};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Instant, Request, Result, page};

/// Arguments of `planogram`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanogramArguments {
    layout_name: String,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    next_token: Option<String>,
}

/// A page of a layout's planogram at an instant.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Planogram {
    layout_name: String,
    at: Instant,
    effective: Vec<Entry>,
    scheduled: Vec<Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_token: Option<String>,
}

/// List cursor: the instant of the first page, and the hour after which to continue.
#[derive(Debug, Deserialize, Serialize)]
struct Cursor {
    at: Instant,
    after: Instant,
}

/// Returns one page of a layout's planogram at an instant (default: now) and of the changes that are scheduled after
/// it, or `None` if the layout does not exist. Pages contain the changes by hour, oldest first. For a slot that is on
/// several pages, the entry of the last page is valid.
///
/// # Errors
/// [`Error::Invalid`] if the name is too long, `at` is not an instant, or the token does not belong to this list.
pub async fn planogram(
    (store, names): &(PlanogramStore, NameStore),
    Request { now, input: PlanogramArguments { layout_name, at, next_token }, .. }: Request<PlanogramArguments>,
) -> Result<Option<Planogram>> {
    rules::check_layout_name(&layout_name)?;
    let invalid_instant = |_| Error::invalid("at", "at should be an ISO 8601 time, such as 2026-11-21T16:00:00Z");
    let at = at.map(|at| at.parse().map_err(invalid_instant)).transpose()?;
    // All pages use the instant of the first page.
    let cursor: Option<Cursor> = next_token.as_deref().map(page::decode_token).transpose()?;
    let (at, after) = match cursor {
        Some(cursor) => (cursor.at, Some(cursor.after)),
        None => (at.unwrap_or(now), None),
    };
    if layout_name.is_empty() {
        return Ok(None);
    }
    let name = Name { kind: Kind::Planogram, name: layout_name.clone() };
    let (existing, slice) = futures::try_join!(names.existing(vec![name]), store.page(&layout_name, after))?;
    if !existing.contains(Kind::Planogram, &layout_name) {
        return Ok(None);
    }
    let has_more = slice.cursor.is_some();
    let changes: Vec<Change> = slice.items.into_iter().map(|(_, change)| change).collect();
    let last = changes.last().filter(|_| has_more).map(|last| last.active_hour);
    Ok(Some(Planogram {
        at,
        effective: rules::effective(&changes, at),
        scheduled: rules::scheduled(&changes, at),
        next_token: last.map(|after| page::encode_token(&Cursor { at, after })).transpose()?,
        layout_name,
    }))
}
