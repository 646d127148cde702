//! Publishing with a deadline and a circuit breaker, so that an unresponsive Event API does not slow down callers.

use super::{batch, publisher::Publisher};
use crate::{
    Instant,
    circuit::{CallDecision, Circuit},
};
use futures::{StreamExt, stream};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::timeout;

/// The time limit of a delivery, for which the caller waits.
const DEADLINE: Duration = Duration::from_secs(2);
/// The number of concurrent requests.
const CONCURRENCY: usize = 8;

/// An Event API and the circuit breaker of this process.
#[derive(Debug)]
pub(super) struct Delivery {
    publisher: Publisher,
    circuit: Mutex<Circuit>,
}

/// The path of a channel, and an event as JSON.
pub(super) type ChannelEvent = (String, String);

impl Delivery {
    pub(super) fn to(publisher: Publisher) -> Self {
        Self { publisher, circuit: Mutex::default() }
    }

    /// Publishes the events of each channel in order, and the channels concurrently. Failures are only logged.
    pub(super) async fn deliver(&self, events: Vec<ChannelEvent>) {
        let mut channels: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, event) in events {
            channels.entry(path).or_default().push(event);
        }
        let count = channels.len();
        let calls = stream::iter(channels).for_each_concurrent(CONCURRENCY, |(path, events)| async move {
            for batch in batch::batches(events) {
                self.call(&path, &batch).await;
            }
        });
        if timeout(DEADLINE, calls).await.is_err() {
            self.count_failure();
            tracing::warn!(channels = count, "events were not published within {DEADLINE:?}");
        }
    }

    async fn call(&self, path: &str, batch: &[String]) {
        if !self.may_call() {
            tracing::debug!(%path, events = batch.len(), "events were not published: the circuit is open");
            return;
        }
        match self.publisher.publish(path, batch).await {
            Ok(()) => *self.circuit() = Circuit::default(),
            Err(cause) => {
                self.count_failure();
                tracing::warn!(%path, %cause, events = batch.len(), "events were not published");
            }
        }
    }

    /// Whether a request is allowed now. While the circuit is open, one caller at a time probes the service.
    fn may_call(&self) -> bool {
        let now = Instant::now();
        let mut circuit = self.circuit();
        match circuit.decide(now) {
            CallDecision::Allowed => true,
            CallDecision::Blocked(_) => false,
            CallDecision::Probe => {
                *circuit = circuit.probed(now);
                true
            }
        }
    }

    fn count_failure(&self) {
        let mut circuit = self.circuit();
        *circuit = circuit.failed(Instant::now());
    }

    fn circuit(&self) -> MutexGuard<'_, Circuit> {
        self.circuit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn is_open(&self) -> bool {
        matches!(self.circuit().decide(Instant::now()), CallDecision::Blocked(_))
    }
}
