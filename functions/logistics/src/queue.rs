//! The queue of the worker that calls LogiNext.

use aws_sdk_sqs::{Client, types::SendMessageBatchRequestEntry};
use chrono::Duration;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Result, aws_error::failure};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Maximum number of messages in one call. Set by SQS.
const MAX_BATCH_SIZE: usize = 10;
/// Maximum delay of a message. Set by SQS.
const MAX_DELAY_SECONDS: i64 = 900;

/// A queue message: one fulfillment center of a sync.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The sync.
    pub sync_id: Uuid,
    /// The center.
    pub fulfillment_center: String,
    /// The number of failed calls before this one.
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
    /// Sends messages without delay. Returns the fulfillment centers whose messages the queue did not accept.
    pub async fn send_all(&self, messages: &[Message]) -> Result<BTreeSet<String>> {
        let mut rejected = BTreeSet::new();
        for batch in messages.chunks(MAX_BATCH_SIZE) {
            let entry = |(position, message): (usize, &Message)| {
                let entry = SendMessageBatchRequestEntry::builder().id(position.to_string());
                entry.message_body(body(message)?).build().map_err(Error::internal)
            };
            let entries = batch.iter().enumerate().map(entry).collect::<Result<Vec<_>>>()?;
            let sent = self.client.send_message_batch().queue_url(&self.url).set_entries(Some(entries)).send().await;
            let accepted: Vec<String> =
                sent.map(|sent| sent.successful).unwrap_or_default().into_iter().map(|sent| sent.id).collect();
            let missing = batch.iter().enumerate().filter(|(position, _)| !accepted.contains(&position.to_string()));
            rejected.extend(missing.map(|(_, message)| message.fulfillment_center.clone()));
        }
        Ok(rejected)
    }

    /// Sends a message with a delay, limited to the maximum delay of the queue.
    pub async fn send_later(&self, message: &Message, delay: Duration) -> Result<()> {
        let sent = self
            .client
            .send_message()
            .queue_url(&self.url)
            .message_body(body(message)?)
            .delay_seconds(delay_seconds(delay))
            .send()
            .await;
        sent.map(drop).map_err(failure)
    }
}

fn body(message: &Message) -> Result<String> {
    serde_json::to_string(message).map_err(Error::internal)
}

/// The delay in seconds, rounded up.
fn delay_seconds(delay: Duration) -> i32 {
    let seconds = (delay + Duration::milliseconds(999)).num_seconds().clamp(0, MAX_DELAY_SECONDS);
    i32::try_from(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_a_delay_up_and_limits_it_to_the_sqs_maximum() {
        let seconds =
            [-5000, 0, 1, 1000, 1001, 899_001, 2_000_000].map(|millis| delay_seconds(Duration::milliseconds(millis)));
        assert_eq!(seconds, [0, 0, 1, 1, 2, 900, 900]);
    }
}
