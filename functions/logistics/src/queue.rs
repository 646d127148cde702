//! The queue between those who ask for a sync and the worker that makes the calls.

use aws_sdk_sqs::{Client, types::SendMessageBatchRequestEntry};
use chrono::Duration;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Result, dynamo};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Messages that one call sends.
const BATCH: usize = 10;
/// The longest that the queue holds a message back.
const LONGEST_DELAY: i64 = 900;

/// What the queue carries: one center of a sync.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The sync.
    pub sync_id: Uuid,
    /// The center.
    pub fulfillment_center: String,
    /// Calls that failed before this one.
    pub attempts: u32,
}

/// The queue of syncs.
#[derive(Clone, Debug)]
pub struct SyncQueue {
    client: Client,
    url: String,
}

impl FromEnvironment for SyncQueue {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("LOGI_NEXT_QUEUE_URL")? })
    }
}

impl SyncQueue {
    /// Sends the messages, each to arrive at once; answers the centers of those that the queue did not take.
    pub async fn send_all(&self, messages: &[Message]) -> Result<BTreeSet<String>> {
        let mut left = BTreeSet::new();
        for batch in messages.chunks(BATCH) {
            let entry = |(position, message): (usize, &Message)| {
                let entry = SendMessageBatchRequestEntry::builder().id(position.to_string());
                entry.message_body(body(message)?).build().map_err(Error::internal)
            };
            let entries = batch.iter().enumerate().map(entry).collect::<Result<Vec<_>>>()?;
            let sent = self.client.send_message_batch().queue_url(&self.url).set_entries(Some(entries)).send().await;
            let taken: Vec<String> =
                sent.map(|sent| sent.successful).unwrap_or_default().into_iter().map(|sent| sent.id).collect();
            let missed = batch.iter().enumerate().filter(|(position, _)| !taken.contains(&position.to_string()));
            left.extend(missed.map(|(_, message)| message.fulfillment_center.clone()));
        }
        Ok(left)
    }

    /// Sends a message to arrive after `delay`, or as long as the queue can hold it back.
    pub async fn send_later(&self, message: &Message, delay: Duration) -> Result<()> {
        let sent = self
            .client
            .send_message()
            .queue_url(&self.url)
            .message_body(body(message)?)
            .delay_seconds(delay_seconds(delay))
            .send()
            .await;
        sent.map(drop).map_err(dynamo::failure)
    }
}

fn body(message: &Message) -> Result<String> {
    serde_json::to_string(message).map_err(Error::internal)
}

/// Whole seconds, the begun one included.
fn delay_seconds(delay: Duration) -> i32 {
    let seconds = (delay + Duration::milliseconds(999)).num_seconds().clamp(0, LONGEST_DELAY);
    i32::try_from(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_never_too_short_and_never_longer_than_the_queue_takes() {
        let seconds =
            [-5000, 0, 1, 1000, 1001, 899_001, 2_000_000].map(|millis| delay_seconds(Duration::milliseconds(millis)));
        assert_eq!(seconds, [0, 0, 1, 1, 2, 900, 900]);
    }
}
