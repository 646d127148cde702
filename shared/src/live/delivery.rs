//! Publishing within a deadline, behind a circuit breaker: an Event API that does not answer must not slow down callers.

use super::{batch, publisher::Publisher};
use crate::{
    Instant,
    circuit::{Circuit, Passage},
};
use futures::{StreamExt, stream};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};
use tokio::time::timeout;

/// How long all calls of one delivery may take together: the caller waits for them.
const DEADLINE: Duration = Duration::from_secs(2);
/// Calls that are under way at once.
const CONCURRENCY: usize = 8;

/// An Event API with the circuit breaker of this process.
#[derive(Debug)]
pub(super) struct Delivery {
    publisher: Publisher,
    circuit: Mutex<Circuit>,
}

/// An event, as JSON, and the path of its channel.
pub(super) type Addressed = (String, String);

impl Delivery {
    pub(super) fn to(publisher: Publisher) -> Self {
        Self { publisher, circuit: Mutex::default() }
    }

    /// Publishes the events: those of one channel in their order, those of several channels at once. Events that are not
    /// published are only logged.
    pub(super) async fn deliver(&self, events: Vec<Addressed>) {
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

    /// Whether a call may be made now. A caller that probes a service whose circuit was open is the only one.
    fn may_call(&self) -> bool {
        let now = Instant::now();
        let mut circuit = self.circuit();
        match circuit.passage(now) {
            Passage::Free => true,
            Passage::Closed(_) => false,
            Passage::Probe => {
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
        matches!(self.circuit().passage(Instant::now()), Passage::Closed(_))
    }
}
