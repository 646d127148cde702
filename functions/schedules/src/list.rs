//! Queries for scheduled changes.

use crate::{
    model::{ScheduleChange, Unit},
    rules,
    store::ScheduleStore,
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::{model::LocationId, store::LocationStore};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{FieldError, Instant, Page, Result, bounded::Text, error::all_valid};
use std::collections::BTreeSet;

/// Arguments of `readScheduleChange`.
#[derive(Debug, Deserialize)]
pub struct ReadArguments {
    filter: Filter,
}

#[derive(Debug, Deserialize)]
struct Filter {
    id: LocationId,
}

/// All pending, failed and held changes of a location, sorted by time. At most
/// [`MAX_PENDING`](crate::rules::MAX_PENDING) are pending.
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
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocationScheduleArguments {
    /// The location.
    id: LocationId,
    /// The token of the next page.
    next_token: Option<String>,
}

/// A page of the pending, failed and held changes of a location, sorted by time.
///
/// # Errors
/// [`shared::Error::NotFound`] if the location does not exist.
pub async fn location_schedule(
    (store, locations): &(ScheduleStore, LocationStore),
    arguments: LocationScheduleArguments,
) -> Result<Page<ScheduleChange>> {
    // Changes are stored under the id that the location was created with.
    let location = locations.require(&arguments.id).await?;
    store.of_location(&location.id, arguments.next_token.as_deref()).await
}

/// Maximum number of locations in a `pendingScheduleChanges` request.
const MAX_IDS: usize = 100;
/// Maximum number of attributes in a `pendingScheduleChanges` request.
const MAX_ATTRIBUTES: usize = 50;
/// Maximum length of an attribute's name, in characters.
const MAX_ATTRIBUTE_NAME: usize = 100;
/// Locations to read concurrently.
const CONCURRENCY: usize = 24;

/// Arguments of `pendingScheduleChanges`.
#[derive(Debug, Deserialize)]
pub struct PendingArguments {
    filter: PendingFilter,
}

#[derive(Debug, Deserialize)]
struct PendingFilter {
    ids: Vec<LocationId>,
    attributes: Vec<Text<MAX_ATTRIBUTE_NAME>>,
    before: Instant,
}

/// The last pending change before an instant for each location and attribute. It determines the value at that instant.
///
/// # Errors
/// [`shared::Error::Invalid`] if the request contains too many locations or attributes.
pub async fn pending_schedule_changes(
    store: &ScheduleStore,
    arguments: PendingArguments,
) -> Result<Vec<ScheduleChange>> {
    let PendingFilter { ids, attributes, before } = arguments.filter;
    let mut errors = Vec::new();
    if ids.len() > MAX_IDS {
        errors.push(FieldError::new("filter.ids", format!("Request at most {MAX_IDS} locations at a time")));
    }
    if attributes.len() > MAX_ATTRIBUTES {
        errors.push(FieldError::new(
            "filter.attributes",
            format!("Request at most {MAX_ATTRIBUTES} attributes at a time"),
        ));
    }
    all_valid(errors)?;
    let units: Vec<Vec<Unit>> = stream::iter(ids.into_iter().collect::<BTreeSet<_>>())
        .map(|id| async move { store.pending_before(&id, before).await })
        .buffered(CONCURRENCY)
        .try_collect()
        .await?;
    let leads = units.into_iter().flatten().map(|unit| unit.lead).collect();
    Ok(rules::latest_per_attribute(leads, &attributes.into_iter().map(String::from).collect()))
}

/// Arguments of `failedScheduleChanges`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedArguments {
    next_token: Option<String>,
}

/// A page of the failed and held changes, newest first.
pub async fn failed_schedule_changes(
    store: &ScheduleStore,
    arguments: FailedArguments,
) -> Result<Page<ScheduleChange>> {
    store.failed_changes(arguments.next_token.as_deref()).await
}
