//! Telling the pages that are open what just happened, so that nobody has to ask again and again.
//!
//! What is told is what any member of staff may read by GraphQL as well (infra/live.yaml says who may listen). It is a
//! courtesy: a page asks anew after a while at any rate, so that an event which is lost costs time and no truth.

mod batch;
mod channel;
mod publisher;
#[cfg(test)]
mod tests;

pub use channel::Channel;

use crate::{Environment, FromEnvironment, Result};
use publisher::Publisher;
use serde::Serialize;

/// Where events are published; nowhere, where `EVENTS_URL` is not set or empty.
#[derive(Debug, Default)]
pub struct Live(Option<Publisher>);

impl FromEnvironment for Live {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let url = environment.variable("EVENTS_URL").unwrap_or_default();
        Ok(Self(if url.is_empty() { None } else { Some(Publisher::new(environment, &url)?) }))
    }
}

impl Live {
    /// Publishes nothing: for tools.
    pub fn silent() -> Self {
        Self(None)
    }

    /// Tells `events`, in their order, to the pages that listen to `channel`. To be called after what they tell is
    /// written. A failure is for the log alone: what the caller did is done.
    pub async fn publish(&self, channel: Channel<'_>, events: &[impl Serialize + Sync]) {
        let Some(publisher) = &self.0 else { return };
        let Some(path) = channel.path() else {
            tracing::warn!(?channel, "there is no such channel");
            return;
        };
        let texts = events.iter().filter_map(|event| match serde_json::to_string(event) {
            Ok(text) => Some(text),
            Err(error) => {
                tracing::warn!(%path, %error, "an event is no JSON");
                None
            }
        });
        for batch in batch::batches(texts) {
            if let Err(cause) = publisher.publish(&path, &batch).await {
                tracing::warn!(%path, %cause, events = batch.len(), "events were not published");
            }
        }
    }
}
