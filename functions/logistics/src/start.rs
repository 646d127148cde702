//! Starts a sync.

use crate::{
    center_routes,
    model::{Center, CenterState, Sync, SyncResponse},
    queue::{Message, SyncQueue},
    rules::{self, SyncInput, SyncRequest},
    store::SyncStore,
};
use locations::store::LocationStore;
use serde::Deserialize;
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Subject},
    table::Transaction,
};
use uuid::Uuid;

/// The message of a center whose queue message was not accepted.
const NOT_QUEUED: &str = "The sync could not be queued. Please sync again.";

/// Attempts to start a sync while concurrent requests start or end the same one.
const MAX_ATTEMPTS: usize = 3;

/// Arguments of `syncLogiNextLocRoutes`.
#[derive(Debug, Deserialize)]
pub struct SyncArguments {
    input: SyncInput,
}

/// Starts a sync: stores it and enqueues a message per center. If a sync of the same days and centers is in progress,
/// returns that sync, so concurrent requests start only one.
///
/// # Errors
/// [`Error::Invalid`] with all errors, also for centers without locations; [`Error::Conflict`] during the blackout.
/// Nothing is written then.
pub async fn sync_logi_next_loc_routes(
    (store, queue, (audit, locations)): &(SyncStore, SyncQueue, (AuditTable, LocationStore)),
    Request { permit, now, input: SyncArguments { input } }: Request<SyncArguments>,
) -> Result<SyncResponse> {
    let request = rules::parse(&input, now.central_date()).map_err(Error::Invalid)?;
    if rules::blackout_end(now).is_some() {
        return Err(Error::conflict(rules::BLACKOUT));
    }
    let known = center_routes::centers(locations).await?;
    if let Some(unknown) = rules::check_known(&request.centers, &known) {
        return Err(Error::Invalid(vec![unknown]));
    }
    let sync = new_sync(request, &permit, now);
    let entry = audit::Entry::new(Subject::LogiNextSync(sync.id), "REQUESTED", &permit, now).with(audit::changes(
        &serde_json::Value::Null,
        &serde_json::to_value(&sync).map_err(Error::internal)?,
        &["id", "user", "requestedAt"],
    ));
    for _ in 0..MAX_ATTEMPTS {
        let latest = store.latest_like(&sync).await?.map(|latest| latest.with_interruptions(now));
        if let Some(latest) = latest.as_ref().filter(|latest| latest.in_progress()) {
            // The request that started it may have failed before it sent the messages. A duplicate message has no
            // effect.
            return Ok(enqueue(store, queue, latest.clone(), now).await?.into());
        }
        let actions = store.put_as_latest(&sync, latest.map(|latest| latest.id))?;
        let transaction = Transaction::new().with_all(actions).audited(audit, &entry)?;
        if transaction.send(store.client()).await?.is_written() {
            return Ok(enqueue(store, queue, sync, now).await?.into());
        }
    }
    Err(Error::retryable(format!("the same sync was started concurrently {MAX_ATTEMPTS} times")))
}

fn new_sync(request: SyncRequest, permit: &Permit, now: Instant) -> Sync {
    let SyncRequest { start_date, end_date, centers } = request;
    let centers = centers.into_iter().map(|name| (name, Center::in_progress(now))).collect();
    let user = permit.user().into();
    Sync { id: Uuid::now_v7(), start_date, end_date, requested_at: now, user, centers }
}

/// Enqueues a message for each center without a call so far. If the queue rejects a message, the center has failed.
async fn enqueue(store: &SyncStore, queue: &SyncQueue, mut sync: Sync, now: Instant) -> Result<Sync> {
    let message = |name: &String| Message { sync_id: sync.id, fulfillment_center: name.clone(), attempts: 0 };
    let is_first = |center: &Center| center.state == CenterState::InProgress && center.attempts == 0;
    let pending = sync.centers.iter().filter(|(_, center)| is_first(center));
    let messages: Vec<Message> = pending.map(|(name, _)| message(name)).collect();
    for name in queue.send_all(&messages).await? {
        let failed = Center {
            state: CenterState::Failed,
            message: Some(NOT_QUEUED.into()),
            ended_at: Some(now),
            ..Center::default()
        };
        store.put_center(sync.id, &name, 0, &failed).await?;
        sync.centers.insert(name, failed);
    }
    Ok(sync)
}
