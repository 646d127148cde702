//! Events of a fridge. Requirements: `docs/requirements/health.md`, "One fridge".

use crate::{
    model::{FridgeEvent, FridgeEventType, FridgeSegmentEvent, FridgeSegmentEventType},
    store::HistoryStore,
};
use locations::model::LocationId;
use serde::Deserialize;
use shared::{Page, Result, bounded::List};

/// Maximum number of event types in one request.
const MAX_TYPES: usize = 20;

/// Arguments of `getFridgeEvents`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EventsArguments {
    location: LocationId,
    event_types: List<FridgeEventType, MAX_TYPES>,
    next_token: Option<String>,
}

/// A fridge's events of the requested types, newest first.
pub async fn fridge_events(store: &HistoryStore, arguments: EventsArguments) -> Result<Page<FridgeEvent>> {
    let EventsArguments { location, event_types, next_token } = arguments;
    store.events(&location, &event_types, next_token.as_deref()).await
}

/// Arguments of `getFridgeSegmentEvents`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SegmentEventsArguments {
    location: LocationId,
    fridge_segment_event_type: List<FridgeSegmentEventType, MAX_TYPES>,
    next_token: Option<String>,
}

/// A fridge's customer events of the requested types, newest first.
pub async fn fridge_segment_events(
    store: &HistoryStore,
    arguments: SegmentEventsArguments,
) -> Result<Page<FridgeSegmentEvent>> {
    let SegmentEventsArguments { location, fridge_segment_event_type, next_token } = arguments;
    store.segment_events(&location, &fridge_segment_event_type, next_token.as_deref()).await
}
