//! What a layout shows, and what it will.

use crate::{model::Entry, rules, store::PlanogramStore};
use locations::names::{Kind, Name, NameStore};
use serde::{Deserialize, Serialize};
use shared::{Error, Instant, Request, Result};

/// Arguments of `planogram`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanogramArguments {
    layout_name: String,
    #[serde(default)]
    at: Option<String>,
}

/// A layout at an instant.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Planogram {
    layout_name: String,
    at: Instant,
    effective: Vec<Entry>,
    scheduled: Vec<Entry>,
}

/// What a layout shows at an instant (now, where none is given), and all that is scheduled after it; `None` where there
/// is no such layout.
///
/// # Errors
/// [`Error::Invalid`] where `at` is no instant.
pub async fn planogram(
    (store, names): &(PlanogramStore, NameStore),
    Request { now, input: PlanogramArguments { layout_name, at }, .. }: Request<PlanogramArguments>,
) -> Result<Option<Planogram>> {
    let no_instant = |_| Error::invalid("at", "at should be an ISO 8601 time, such as 2026-11-21T16:00:00Z");
    let at = at.map(|at| at.parse().map_err(no_instant)).transpose()?.unwrap_or(now);
    if layout_name.is_empty() {
        return Ok(None);
    }
    let name = Name { kind: Kind::Planogram, name: layout_name.clone() };
    let (there, changes) = futures::try_join!(names.existing(vec![name]), store.changes(&layout_name))?;
    let planogram = || Planogram {
        at,
        effective: rules::effective(&changes, at),
        scheduled: rules::scheduled(&changes, at),
        layout_name: layout_name.clone(),
    };
    Ok(there.has(Kind::Planogram, &layout_name).then(planogram))
}
