//! What a layout shows, and what it will.

use crate::{
    model::Entry,
    rules,
    store::{PlanogramStore, Stretch},
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

/// A layout at an instant, or a page of it.
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

/// Where the changes of a layout stopped: after those of an hour.
#[derive(Debug, Deserialize, Serialize)]
struct Position {
    at: Instant,
    after: Instant,
}

/// What a layout shows at an instant (now, where none is given), and all that is scheduled after it; `None` where there
/// is no such layout. It comes by its hours, oldest first: where a layout changed for years there are pages, and what a
/// later one says of a slot holds rather than what an earlier one said.
///
/// # Errors
/// [`Error::Invalid`] where the name is longer than any, `at` is no instant, or the token is not one that this list gave out.
pub async fn planogram(
    (store, names): &(PlanogramStore, NameStore),
    Request { now, input: PlanogramArguments { layout_name, at, next_token }, .. }: Request<PlanogramArguments>,
) -> Result<Option<Planogram>> {
    rules::layout_name(&layout_name)?;
    let no_instant = |_| Error::invalid("at", "at should be an ISO 8601 time, such as 2026-11-21T16:00:00Z");
    let at = at.map(|at| at.parse().map_err(no_instant)).transpose()?;
    // Without a time all pages show the one of the first.
    let position: Option<Position> = next_token.as_deref().map(page::decode_token).transpose()?;
    let (at, after) = match position {
        Some(position) => (position.at, Some(position.after)),
        None => (at.unwrap_or(now), None),
    };
    if layout_name.is_empty() {
        return Ok(None);
    }
    let name = Name { kind: Kind::Planogram, name: layout_name.clone() };
    let (there, Stretch { changes, more }) =
        futures::try_join!(names.existing(vec![name]), store.page(&layout_name, after))?;
    if !there.has(Kind::Planogram, &layout_name) {
        return Ok(None);
    }
    let last = changes.last().filter(|_| more).map(|last| last.active_hour);
    Ok(Some(Planogram {
        at,
        effective: rules::effective(&changes, at),
        scheduled: rules::scheduled(&changes, at),
        next_token: last.map(|after| page::encode_token(&Position { at, after })).transpose()?,
        layout_name,
    }))
}
