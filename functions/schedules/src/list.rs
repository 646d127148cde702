//! Reading scheduled changes.

use crate::{model::ScheduleChange, store::ScheduleStore};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Page, Result};

/// Arguments of `readScheduleChange`.
#[derive(Debug, Deserialize)]
pub struct ReadArguments {
    filter: Filter,
}

#[derive(Debug, Deserialize)]
struct Filter {
    id: LocationId,
}

/// All changes of a location that wait or failed, by time: some dozens.
pub async fn read_schedule_change(store: &ScheduleStore, arguments: ReadArguments) -> Result<Vec<ScheduleChange>> {
    let (mut changes, mut next_token) = (Vec::new(), None);
    loop {
        let page = store.of_location(&arguments.filter.id, next_token.as_deref()).await?;
        changes.extend(page.items);
        next_token = page.next_token;
        if next_token.is_none() {
            return Ok(changes);
        }
    }
}

/// Path and query of `GET /locations/{id}/schedule`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LocationScheduleArguments {
    id: LocationId,
    next_token: Option<String>,
}

/// The same, a page at a time.
pub async fn location_schedule(
    store: &ScheduleStore,
    arguments: LocationScheduleArguments,
) -> Result<Page<ScheduleChange>> {
    store.of_location(&arguments.id, arguments.next_token.as_deref()).await
}

/// Arguments of `failedScheduleChanges`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedArguments {
    next_token: Option<String>,
}

/// Changes that could not be applied, newest first.
pub async fn failed_schedule_changes(
    store: &ScheduleStore,
    arguments: FailedArguments,
) -> Result<Page<ScheduleChange>> {
    store.failed(arguments.next_token.as_deref()).await
}
