//! Live events: functions publish to open pages what changed, so that the pages need not poll.
//!
//! An event carries no data. The page reads what changed by the operation that checks the caller's permission;
//! `infra/live.yaml` states who may subscribe to which channel. Pages poll at a slow rate as well, so that a lost event
//! delays an update but loses nothing.

mod batch;
mod channel;
mod delivery;
mod event;
mod publisher;
#[cfg(test)]
mod tests;

pub use channel::Channel;
pub use event::{Event, Kind};

use crate::{Environment, FromEnvironment, Result};
use delivery::{Addressed, Delivery};
use publisher::Publisher;
use std::sync::{Arc, Mutex, PoisonError};

/// Where events are published; nowhere, where `EVENTS_URL` is not set or empty.
#[derive(Clone, Debug, Default)]
pub struct Live {
    delivery: Option<Arc<Delivery>>,
    deferred: Option<Arc<Mutex<Vec<Addressed>>>>,
}

impl FromEnvironment for Live {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let url = environment.variable("EVENTS_URL").unwrap_or_default();
        if url.is_empty() {
            return Ok(Self::silent());
        }
        let delivery = Delivery::to(Publisher::new(environment, &url)?);
        Ok(Self { delivery: Some(Arc::new(delivery)), deferred: None })
    }
}

impl Live {
    /// Publishes nothing: for tools.
    pub fn silent() -> Self {
        Self::default()
    }

    /// Keeps events until [`Live::flush`]: for batches, which publish after all of their writes. Clones share the events.
    #[must_use]
    pub fn deferred(self) -> Self {
        Self { deferred: Some(Arc::default()), ..self }
    }

    /// Publishes `events`, in their order, to the subscribers of `channel`. Call it after the change is written: pages
    /// read it at once. It takes two seconds at most. A failure is only logged, because the change itself is done.
    pub async fn publish(&self, channel: Channel<'_>, events: &[Event]) {
        let Some(delivery) = &self.delivery else { return };
        let Some(path) = channel.path() else {
            tracing::warn!(?channel, "there is no such channel");
            return;
        };
        let texts = events.iter().filter_map(|event| match serde_json::to_string(event) {
            Ok(text) => Some((path.clone(), text)),
            Err(error) => {
                tracing::warn!(%path, %error, "an event is no JSON");
                None
            }
        });
        match &self.deferred {
            Some(deferred) => deferred.lock().unwrap_or_else(PoisonError::into_inner).extend(texts),
            None => delivery.deliver(texts.collect()).await,
        }
    }

    /// Publishes all events that were kept, within two seconds. A failure is only logged.
    pub async fn flush(&self) {
        let (Some(delivery), Some(deferred)) = (&self.delivery, &self.deferred) else { return };
        let events = std::mem::take(&mut *deferred.lock().unwrap_or_else(PoisonError::into_inner));
        delivery.deliver(events).await;
    }
}
