//! What the worker does with a message: it calls LogiNext for one fulfillment center of a sync.
//!
//! A message may come twice, late, or again after a crash. What is done is not done again; a call that is made again
//! carries the same key, by which LogiNext knows it. A call that fails for a while is made again later by a message of
//! its own, so that the dead-letter queue holds what could not be handled at all.

use crate::{
    circuit::Passage,
    loginext::{LogiNext, RouteSync},
    model::{Center, CenterState, LOST, Sync},
    queue::{Message, SyncQueue},
    routes_of_center::{CenterRoute, routes_of_center},
    rules,
    store::SyncStore,
};
use locations::store::LocationStore;
use routes::store::RouteStopStore;
use shared::{Environment, Error, FromEnvironment, Instant, Result};

const UNREACHABLE: &str = "LogiNext does not answer as it should. It is tried again.";
const GIVEN_UP: &str = "LogiNext did not answer as it should for an hour. Please sync again.";
const NO_ROUTES: &str = "No routes on these days. LogiNext was sent an empty list.";
const REFUSED: &str = "LogiNext refused the routes, or answered what nobody understands.";

/// What the worker uses.
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

/// Handles one message.
///
/// # Errors
/// Where Larder itself fails: the message comes again.
pub async fn sync_logi_next(sender: &Sender, now: Instant, body: &str) -> Result<()> {
    let message: Message = serde_json::from_str(body).map_err(Error::internal)?;
    let Some(sync) = sender.syncs.get(message.sync_id).await? else { return Ok(()) };
    let Some(center) = due(&sync, &message) else { return Ok(()) };
    if sync.is_lost(center, now) {
        return sender.finish(&message, failed(&message, LOST, now)).await;
    }
    if rules::is_given_up(sync.requested_at, now) {
        return sender.finish(&message, failed(&message, GIVEN_UP, now)).await;
    }
    match sender.not_before(now).await? {
        Some(then) => sender.wait_until(&message, center, then, now).await,
        None => sender.call(&sync, &message, now).await,
    }
}

/// Marks the center of a message as failed that the queue delivered for the last time.
///
/// # Errors
/// Where Larder itself still fails: the message goes to the dead-letter queue, and the center is lost.
pub async fn give_up(sender: &Sender, now: Instant, body: &str) -> Result<()> {
    let message: Message = serde_json::from_str(body).map_err(Error::internal)?;
    sender.finish(&message, failed(&message, LOST, now)).await
}

/// The center that the message carries on; `None` where it has been carried on already.
fn due<'a>(sync: &'a Sync, message: &Message) -> Option<&'a Center> {
    let center = sync.centers.get(&message.fulfillment_center);
    center.filter(|center| center.state == CenterState::InProgress && center.attempts == message.attempts)
}

fn failed(message: &Message, why: &str, now: Instant) -> Center {
    Center {
        state: CenterState::Failed,
        attempts: message.attempts,
        message: Some(why.into()),
        ended_at: Some(now),
        ..Center::default()
    }
}

impl Sender {
    /// Until when nothing may be sent; `None` where a call may be made now.
    async fn not_before(&self, now: Instant) -> Result<Option<Instant>> {
        if let Some(end) = rules::blackout_end(now) {
            return Ok(Some(end));
        }
        let circuit = self.syncs.circuit().await?;
        match (circuit.passage(now), circuit.open_until) {
            (Passage::Closed(until), _) => Ok(Some(until)),
            (Passage::Probe, Some(seen)) => {
                let until = now.plus(crate::circuit::OPEN);
                Ok(if self.syncs.claim_probe(seen, until).await? { None } else { Some(until) })
            }
            _ => Ok(None),
        }
    }

    /// Has the call made at `then`, or as late as the queue can hold a message back.
    async fn wait_until(&self, message: &Message, center: &Center, then: Instant, now: Instant) -> Result<()> {
        self.queue.send_later(message, then.since(now)).await?;
        let waiting = Center { delivered_until: Some(rules::delivered_until(then)), ..center.clone() };
        self.finish(message, waiting).await
    }

    async fn call(&self, sync: &Sync, message: &Message, now: Instant) -> Result<()> {
        let (center, dates) = (&message.fulfillment_center, rules::dates(sync.start_date, sync.end_date));
        let routes = routes_of_center(&self.locations, &self.route_days, center, dates).await?;
        let (count, stops) = (routes.len(), routes.iter().map(CenterRoute::stops).sum());
        let asked = RouteSync {
            sync_id: sync.id,
            fulfillment_center: center,
            start_date: sync.start_date,
            end_date: sync.end_date,
            routes,
        };
        match self.service.sync(&asked).await {
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
                self.finish(message, synced).await
            }
            Err(Error::Unavailable { retryable: true, .. }) => self.again(message).await,
            Err(Error::Unavailable { retryable: false, .. }) => {
                self.finish(message, failed(message, REFUSED, now)).await
            }
            Err(other) => Err(other),
        }
    }

    /// Counts the failure and has the call made again later.
    async fn again(&self, message: &Message) -> Result<()> {
        // The tries took their time.
        let now = Instant::now();
        self.syncs.count_failure(now).await?;
        let next = Message { attempts: message.attempts + 1, ..message.clone() };
        // First the message: a center whose count moved on without one would be under way for ever.
        let wait = rules::wait(next.attempts);
        self.queue.send_later(&next, wait).await?;
        let waiting = Center::waiting(now.plus(wait));
        let waiting = Center { attempts: next.attempts, message: Some(UNREACHABLE.into()), ..waiting };
        self.finish(message, waiting).await
    }

    /// Stores how far the center got, unless another message carried it further meanwhile.
    async fn finish(&self, message: &Message, center: Center) -> Result<()> {
        self.syncs.put_center(message.sync_id, &message.fulfillment_center, message.attempts, &center).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use uuid::Uuid;

    #[test]
    fn a_message_counts_once_and_only_while_its_center_is_under_way() {
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
                ("given up".into(), failed(&message("given up", 0), GIVEN_UP, at)),
            ]),
        };
        let due = [("waiting", 2), ("waiting", 1), ("waiting", 3), ("done", 0), ("given up", 0), ("unknown", 0)]
            .map(|(center, attempts)| due(&sync, &message(center, attempts)).is_some());
        assert_eq!(due, [true, false, false, false, false, false]);
    }
}
