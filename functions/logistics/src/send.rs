//! The worker: calls LogiNext for one fulfillment center of a sync.
//!
//! The queue can deliver a message twice, late, or again after a crash. Messages of completed centers are ignored, and
//! a repeated call has the same idempotency key. A call that fails temporarily is retried with a new, delayed message,
//! so the dead-letter queue contains only messages that could not be processed.

use crate::{
    center_routes::{CenterRoute, center_routes},
    circuit::CallDecision,
    loginext::{LogiNext, RouteSync},
    model::{Center, CenterState, INTERRUPTED, Sync},
    queue::{Message, SyncQueue},
    rules,
    store::SyncStore,
};
use locations::store::LocationStore;
use routes::store::RouteStopStore;
use shared::{Environment, Error, FromEnvironment, Instant, Result};

const UNAVAILABLE: &str = "LogiNext is unavailable. The sync will be retried.";
const EXPIRED: &str = "LogiNext was unavailable for an hour. Please sync again.";
const NO_ROUTES: &str = "No routes on these days. LogiNext was sent an empty list.";
const REJECTED: &str = "LogiNext rejected the routes or sent an invalid response.";

/// Sends syncs to LogiNext: the dependencies of the worker.
#[derive(Debug)]
pub struct Sender {
    syncs: SyncStore,
    queue: SyncQueue,
    locations: LocationStore,
    route_days: RouteStopStore,
    service: LogiNext,
}

impl FromEnvironment for Sender {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            syncs: SyncStore::from_environment(environment)?,
            queue: SyncQueue::from_environment(environment)?,
            locations: LocationStore::from_environment(environment)?,
            route_days: RouteStopStore::from_environment(environment)?,
            service: LogiNext::from_environment(environment)?,
        })
    }
}

/// Processes one message.
///
/// # Errors
/// Failures of Larder's own services. The queue delivers the message again.
pub async fn sync_logi_next(sender: &Sender, now: Instant, body: &str) -> Result<()> {
    let message: Message = serde_json::from_str(body).map_err(Error::internal)?;
    let Some(sync) = sender.syncs.get(message.sync_id).await? else { return Ok(()) };
    let Some(center) = current_center(&sync, &message) else { return Ok(()) };
    if sync.is_interrupted(center, now) {
        return sender.store_center(&message, failed(&message, INTERRUPTED, now)).await;
    }
    if rules::is_expired(sync.requested_at, now) {
        return sender.store_center(&message, failed(&message, EXPIRED, now)).await;
    }
    match sender.next_call_at(now).await? {
        Some(time) => sender.postpone(&message, center, time, now).await,
        None => sender.call(&sync, &message, now).await,
    }
}

/// Marks the center of a message as failed after the last delivery of the message.
///
/// # Errors
/// Failures of Larder's own services. The message goes to the dead-letter queue, and the center counts as interrupted.
pub async fn abandon(sender: &Sender, now: Instant, body: &str) -> Result<()> {
    let message: Message = serde_json::from_str(body).map_err(Error::internal)?;
    sender.store_center(&message, failed(&message, INTERRUPTED, now)).await
}

/// The center of the message. `None` if the message is obsolete because the center has progressed.
fn current_center<'a>(sync: &'a Sync, message: &Message) -> Option<&'a Center> {
    let center = sync.centers.get(&message.fulfillment_center);
    center.filter(|center| center.state == CenterState::InProgress && center.attempts == message.attempts)
}

fn failed(message: &Message, reason: &str, now: Instant) -> Center {
    Center {
        state: CenterState::Failed,
        attempts: message.attempts,
        message: Some(reason.into()),
        ended_at: Some(now),
        ..Center::default()
    }
}

impl Sender {
    /// When the next call is allowed; `None` if it is allowed now.
    async fn next_call_at(&self, now: Instant) -> Result<Option<Instant>> {
        if let Some(end) = rules::blackout_end(now) {
            return Ok(Some(end));
        }
        let circuit = self.syncs.circuit().await?;
        match (circuit.decide(now), circuit.open_until) {
            (CallDecision::Blocked(until), _) => Ok(Some(until)),
            (CallDecision::Probe, Some(open_until)) => {
                let until = now.plus(crate::circuit::OPEN_DURATION);
                Ok(if self.syncs.claim_probe(open_until, until).await? { None } else { Some(until) })
            }
            _ => Ok(None),
        }
    }

    /// Postpones the call to `time`, or by the maximum delay of the queue.
    async fn postpone(&self, message: &Message, center: &Center, time: Instant, now: Instant) -> Result<()> {
        self.queue.send_later(message, time.since(now)).await?;
        let postponed = Center { delivered_until: Some(rules::delivered_until(time)), ..center.clone() };
        self.store_center(message, postponed).await
    }

    async fn call(&self, sync: &Sync, message: &Message, now: Instant) -> Result<()> {
        let (center, dates) = (&message.fulfillment_center, rules::dates(sync.start_date, sync.end_date));
        let routes = center_routes(&self.locations, &self.route_days, center, dates).await?;
        let (count, stops) = (routes.len(), routes.iter().map(CenterRoute::stop_count).sum());
        let request = RouteSync {
            sync_id: sync.id,
            fulfillment_center: center,
            start_date: sync.start_date,
            end_date: sync.end_date,
            routes,
        };
        match self.service.send(&request).await {
            Ok(reference) => {
                self.syncs.close_circuit().await?;
                let synced = Center {
                    state: CenterState::Synced,
                    attempts: message.attempts,
                    routes: Some(count),
                    stops: Some(stops),
                    reference: Some(reference),
                    message: (count == 0).then(|| NO_ROUTES.into()),
                    ended_at: Some(Instant::now()),
                    delivered_until: None,
                };
                self.store_center(message, synced).await
            }
            Err(Error::Unavailable { retryable: true, .. }) => self.retry_later(message).await,
            Err(Error::Unavailable { retryable: false, .. }) => {
                self.store_center(message, failed(message, REJECTED, now)).await
            }
            Err(other) => Err(other),
        }
    }

    /// Counts the failure and enqueues a delayed retry.
    async fn retry_later(&self, message: &Message) -> Result<()> {
        // The attempts took time, so the time of the invocation is outdated.
        let now = Instant::now();
        self.syncs.count_failure(now).await?;
        let next = Message { attempts: message.attempts + 1, ..message.clone() };
        // Enqueue before storing. A center that is stored without a message would stay in progress.
        let delay = rules::backoff(next.attempts);
        self.queue.send_later(&next, delay).await?;
        let retrying = Center {
            attempts: next.attempts,
            message: Some(UNAVAILABLE.into()),
            ..Center::in_progress(now.plus(delay))
        };
        self.store_center(message, retrying).await
    }

    /// Stores the progress of the center, unless another message has stored newer progress.
    async fn store_center(&self, message: &Message, center: Center) -> Result<()> {
        self.syncs.put_center(message.sync_id, &message.fulfillment_center, message.attempts, &center).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use uuid::Uuid;

    #[test]
    fn ignores_obsolete_messages() {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let message =
            |center: &str, attempts| Message { sync_id: Uuid::nil(), fulfillment_center: center.into(), attempts };
        let sync = Sync {
            id: Uuid::nil(),
            start_date: at.central_date(),
            end_date: at.central_date(),
            requested_at: at,
            user: "lena@larder.example".into(),
            centers: BTreeMap::from([
                ("waiting".into(), Center { attempts: 2, ..Center::default() }),
                ("done".into(), Center { state: CenterState::Synced, ..Center::default() }),
                ("expired".into(), failed(&message("expired", 0), EXPIRED, at)),
            ]),
        };
        let is_current = [("waiting", 2), ("waiting", 1), ("waiting", 3), ("done", 0), ("expired", 0), ("unknown", 0)]
            .map(|(center, attempts)| current_center(&sync, &message(center, attempts)).is_some());
        assert_eq!(is_current, [true, false, false, false, false, false]);
    }
}
