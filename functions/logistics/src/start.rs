//! Asking for a sync.

use crate::{
    model::{Center, CenterState, Sync, ToldSync},
    queue::{Message, SyncQueue},
    routes_of_center,
    rules::{self, SyncInput, Wanted},
    store::SyncStore,
};
use locations::store::LocationStore;
use serde::Deserialize;
use shared::{
    Error, Instant, Permit, Request, Result,
    audit::{self, AuditTable, Subject},
    dynamo::{self, Transaction},
};
use uuid::Uuid;

/// What is said of a center whose message the queue did not take.
const NOT_QUEUED: &str = "It could not be handed over. Please sync again.";

/// How often a sync is started again where another call started or ended the same one at once.
const TRIES: usize = 3;

/// Arguments of `syncLogiNextLocRoutes`.
#[derive(Debug, Deserialize)]
pub struct SyncArguments {
    input: SyncInput,
}

/// Starts a sync: stores it, and has the worker make its calls. Where the same days and centers are being synced
/// already, that sync is the response: two calls at once start one sync.
///
/// # Errors
/// [`Error::Invalid`] with everything that is wrong, and where no location has a center; [`Error::Conflict`] in the
/// blackout. Nothing is written then.
pub async fn sync_logi_next_loc_routes(
    (store, queue, (audit, locations)): &(SyncStore, SyncQueue, (AuditTable, LocationStore)),
    Request { permit, now, input: SyncArguments { input } }: Request<SyncArguments>,
) -> Result<ToldSync> {
    let wanted = rules::check(&input, now.central_date()).map_err(Error::Invalid)?;
    if rules::blackout_end(now).is_some() {
        return Err(Error::conflict(rules::BLACKOUT));
    }
    let known = routes_of_center::centers(locations).await?;
    if let Some(unknown) = rules::unknown(&wanted.centers, &known) {
        return Err(Error::Invalid(vec![unknown]));
    }
    let sync = begun(wanted, &permit, now);
    let entry = audit::Entry::new(Subject::LogiNextSync(sync.id), "REQUESTED", &permit, now).with(audit::changes(
        &serde_json::Value::Null,
        &serde_json::to_value(&sync).map_err(Error::internal)?,
        &["id", "user", "requestedAt"],
    ));
    for _ in 0..TRIES {
        let last = store.last_like(&sync).await?.map(|last| last.at(now));
        if let Some(last) = last.as_ref().filter(|last| last.in_progress()) {
            // The call that started it may have ended before it sent the messages. One too many changes nothing.
            return Ok(hand_over(store, queue, last.clone(), now).await?.into());
        }
        let mut actions = store.put_as_last(&sync, last.map(|last| last.id))?;
        actions.push(audit.put(&entry)?);
        if dynamo::transact(store.client(), actions).await? == Transaction::Written {
            return Ok(hand_over(store, queue, sync, now).await?.into());
        }
    }
    Err(Error::retryable(format!("the same sync was started {TRIES} times at once")))
}

fn begun(wanted: Wanted, permit: &Permit, now: Instant) -> Sync {
    let Wanted { start_date, end_date, centers } = wanted;
    let centers = centers.into_iter().map(|name| (name, Center::waiting(now))).collect();
    let user = permit.user().into();
    Sync { id: Uuid::now_v7(), start_date, end_date, requested_at: now, user, centers }
}

/// Sends a message for each center that waits for its first call. A center whose message the queue rejects has failed.
async fn hand_over(store: &SyncStore, queue: &SyncQueue, mut sync: Sync, now: Instant) -> Result<Sync> {
    let message = |name: &String| Message { sync_id: sync.id, fulfillment_center: name.clone(), attempts: 0 };
    let is_first = |center: &Center| center.state == CenterState::InProgress && center.attempts == 0;
    let waiting = sync.centers.iter().filter(|(_, center)| is_first(center));
    let messages: Vec<Message> = waiting.map(|(name, _)| message(name)).collect();
    for name in queue.send_all(&messages).await? {
        let lost = Center {
            state: CenterState::Failed,
            message: Some(NOT_QUEUED.into()),
            ended_at: Some(now),
            ..Center::default()
        };
        store.put_center(sync.id, &name, 0, &lost).await?;
        sync.centers.insert(name, lost);
    }
    Ok(sync)
}
