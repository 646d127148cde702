//! Reading scheduled changes.

use crate::{
    model::{ScheduleChange, Unit},
    rules,
    store::ScheduleStore,
};
use futures::{StreamExt, TryStreamExt, stream};
use locations::{model::LocationId, store::LocationStore};
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

/// All changes of a location that are pending, failed or held, by time: at most
/// [`MAX_PENDING`](crate::rules::MAX_PENDING) pending ones.
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
///
/// # Errors
/// [`shared::Error::NotFound`] where there is no such location.
pub async fn location_schedule(
    (store, locations): &(ScheduleStore, LocationStore),
    arguments: LocationScheduleArguments,
) -> Result<Page<ScheduleChange>> {
    // Changes are stored under the id that the location was created with.
    let location = locations.require(&arguments.id).await?;
    store.of_location(&location.id, arguments.next_token.as_deref()).await
}

/// Locations that one call of `pendingScheduleChanges` takes.
const MAX_IDS: usize = 100;
/// Attributes that it takes.
const MAX_ATTRIBUTES: usize = 50;
/// Characters of an attribute's name.
const MAX_ATTRIBUTE_NAME: usize = 100;
/// Locations whose changes are read at the same time.
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

/// Of each location and attribute the last pending change before the instant: what decides the value then.
///
/// # Errors
/// [`shared::Error::Invalid`] where too many locations or attributes are named.
pub async fn pending_schedule_changes(
    store: &ScheduleStore,
    arguments: PendingArguments,
) -> Result<Vec<ScheduleChange>> {
    let PendingFilter { ids, attributes, before } = arguments.filter;
    let mut errors = Vec::new();
    if ids.len() > MAX_IDS {
        errors.push(FieldError::new("filter.ids", format!("One call takes at most {MAX_IDS} locations")));
    }
    if attributes.len() > MAX_ATTRIBUTES {
        errors
            .push(FieldError::new("filter.attributes", format!("One call takes at most {MAX_ATTRIBUTES} attributes")));
    }
    all_valid(errors)?;
    let of_locations: Vec<Vec<Unit>> = stream::iter(ids.into_iter().collect::<BTreeSet<_>>())
        .map(|id| async move { store.pending_before(&id, before).await })
        .buffered(CONCURRENCY)
        .try_collect()
        .await?;
    let leads = of_locations.into_iter().flatten().map(|unit| unit.lead).collect();
    Ok(rules::last_of_each(leads, &attributes.into_iter().map(String::from).collect()))
}

/// Arguments of `failedScheduleChanges`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailedArguments {
    next_token: Option<String>,
}

/// Changes that were not applied, failed or held, newest first.
pub async fn failed_schedule_changes(
    store: &ScheduleStore,
    arguments: FailedArguments,
) -> Result<Page<ScheduleChange>> {
    store.failed(arguments.next_token.as_deref()).await
}
