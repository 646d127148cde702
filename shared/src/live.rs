//! Live events: functions notify open pages of changes, so that the pages need not poll often.
//!
//! An event contains no data. The page reads the change through the operation that checks the caller's permission.
//! `infra/live.yaml` defines the permission for each channel. Pages also poll at a slow rate, so that a lost event only
//! delays an update.

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
use delivery::{ChannelEvent, Delivery};
use publisher::Publisher;
use std::sync::{Arc, Mutex, PoisonError};

/// Publishes events. Without `EVENTS_URL`, it does nothing.
#[derive(Clone, Debug, Default)]
pub struct Live {
    delivery: Option<Arc<Delivery>>,
    deferred: Option<Arc<Mutex<Vec<ChannelEvent>>>>,
}

impl FromEnvironment for Live {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let url = environment.variable("EVENTS_URL").unwrap_or_default();
        if url.is_empty() {
            return Ok(Self::disabled());
        }
        let delivery = Delivery::to(Publisher::new(environment, &url)?);
        Ok(Self { delivery: Some(Arc::new(delivery)), deferred: None })
    }
}

impl Live {
    /// Creates a publisher that does nothing, for tools.
    pub fn disabled() -> Self {
        Self::default()
    }

    /// Collects events until [`Live::flush`], for batches that publish after all writes. Clones share the events.
    #[must_use]
    pub fn deferred(self) -> Self {
        Self { deferred: Some(Arc::default()), ..self }
    }

    /// Publishes `events` in order to the subscribers of `channel`. Call it after the change is written, because pages read
    /// the change immediately. It takes at most two seconds. A failure is only logged, because the change is stored.
    pub async fn publish(&self, channel: Channel<'_>, events: &[Event]) {
        let Some(delivery) = &self.delivery else { return };
        let Some(path) = channel.path() else {
            tracing::warn!(?channel, "the channel has no path");
            return;
        };
        let texts = events.iter().filter_map(|event| match serde_json::to_string(event) {
            Ok(text) => Some((path.clone(), text)),
            Err(error) => {
                tracing::warn!(%path, %error, "an event cannot be serialized");
                None
            }
        });
        match &self.deferred {
            Some(deferred) => deferred.lock().unwrap_or_else(PoisonError::into_inner).extend(texts),
            None => delivery.deliver(texts.collect()).await,
        }
    }

    /// Publishes all collected events within two seconds. A failure is only logged.
    pub async fn flush(&self) {
        let (Some(delivery), Some(deferred)) = (&self.delivery, &self.deferred) else { return };
        let events = std::mem::take(&mut *deferred.lock().unwrap_or_else(PoisonError::into_inner));
        delivery.deliver(events).await;
    }
}
