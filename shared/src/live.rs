//! Telling the pages that are open what just happened, so that nobody has to ask again and again.
//!
//! What is told is what any member of staff may read by GraphQL as well (infra/live.yaml says who may listen). It is a
//! courtesy: a page asks anew after a while at any rate, so that an event which is lost costs time and no truth.

mod batch;
mod channel;
mod delivery;
mod publisher;
#[cfg(test)]
mod tests;

pub use channel::Channel;

use crate::{Environment, FromEnvironment, Result};
use delivery::{Addressed, Delivery};
use publisher::Publisher;
use serde::Serialize;
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

    /// Tells `events`, in their order, to the pages that listen to `channel`. To be called after what they tell is
    /// written. It takes two seconds at most. A failure is for the log alone: what the caller did is done.
    pub async fn publish(&self, channel: Channel<'_>, events: &[impl Serialize + Sync]) {
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
