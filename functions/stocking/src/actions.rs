//! What drivers and dispatchers did, as the dashboard asks for it. Source: the spec of fleet operations, sections 3
//! and 7.

use crate::driver_action::{DriverAction, DriverActionStore, DriverActionType};
use serde::Deserialize;
use shared::{Instant, Page, Request, Result};

/// Actions on a page: with what is usual of data, 1 MB.
const ACTIONS: u32 = 2500;

/// Arguments of `getDriverAction`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DriverActionsArguments {
    filter: DriverActionFilter,
    #[serde(default)]
    next_token: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DriverActionFilter {
    event_type: DriverActionType,
    created_at: Instant,
    #[serde(default)]
    created_before: Option<Instant>,
}

/// Actions of one type from an instant on, oldest first. A page may be short, or empty, and still have a next one.
///
/// # Errors
/// [`shared::Error::Invalid`] where the token is not one that this list gave out.
pub async fn get_driver_action(
    store: &DriverActionStore,
    Request { now, input: DriverActionsArguments { filter, next_token }, .. }: Request<DriverActionsArguments>,
) -> Result<Page<DriverAction>> {
    let DriverActionFilter { event_type, created_at, created_before } = filter;
    // What was told in this very millisecond counts.
    let end = created_before.unwrap_or_else(|| now.plus(chrono::Duration::milliseconds(1)));
    store.of_type(event_type, created_at..end, ACTIONS, next_token.as_deref()).await
}
