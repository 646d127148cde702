//! The queues of a stack: the simulator sends telemetry and receives commands.

use crate::{fridge::Command, message::Message};
use anyhow::{Context, Result};
use aws_sdk_sqs::{
    Client,
    error::DisplayErrorContext,
    types::{DeleteMessageBatchRequestEntry, SendMessageBatchRequestEntry},
};
use futures::{StreamExt, TryStreamExt, stream};
use shared::{Environment, FromEnvironment};
use std::time::Duration;

/// The maximum number of messages in one SQS call.
const MAX_BATCH_MESSAGES: usize = 10;
/// The maximum size of the message bodies in one call, in bytes. SQS allows 1 MiB including the request's overhead.
const MAX_BATCH_BYTES: usize = 200_000;
/// The maximum number of concurrent calls.
const CONCURRENCY: usize = 8;
/// The delays after each attempt to send a batch. There are as many attempts as delays.
const RETRY_DELAYS: [Duration; 4] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(10)];
/// How long a receive call waits for commands, in seconds.
const RECEIVE_WAIT_SECONDS: i32 = 10;

/// The queue that receives telemetry messages.
#[derive(Clone, Debug)]
pub struct TelemetryQueue {
    client: Client,
    url: String,
}

impl FromEnvironment for TelemetryQueue {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("TELEMETRY_QUEUE_URL")? })
    }
}

impl TelemetryQueue {
    /// Sends messages. Each location is a message group, so that a location with many messages does not delay others.
    ///
    /// # Errors
    /// If the queue still rejects some messages after all retries.
    pub async fn send(&self, messages: &[Message]) -> Result<()> {
        stream::iter(batches(messages))
            .map(|batch| self.send_batch(batch))
            .buffer_unordered(CONCURRENCY)
            .try_collect::<()>()
            .await
    }

    async fn send_batch(&self, mut unsent: Vec<SendMessageBatchRequestEntry>) -> Result<()> {
        for delay in RETRY_DELAYS {
            let request = self.client.send_message_batch().queue_url(&self.url).set_entries(Some(unsent.clone()));
            match request.send().await {
                Ok(response) => unsent.retain(|entry| response.failed.iter().any(|failed| failed.id == entry.id)),
                Err(error) => eprintln!("sending telemetry failed, retrying: {}", DisplayErrorContext(&error)),
            }
            if unsent.is_empty() {
                return Ok(());
            }
            tokio::time::sleep(delay).await;
        }
        anyhow::bail!("the telemetry queue rejected {} messages", unsent.len())
    }
}

/// Splits the messages into batches, one for each call.
fn batches(messages: &[Message]) -> Vec<Vec<SendMessageBatchRequestEntry>> {
    let mut batches: Vec<Vec<SendMessageBatchRequestEntry>> = Vec::new();
    let mut bytes = MAX_BATCH_BYTES;
    for message in messages {
        let body = message.body();
        bytes += body.len();
        let full = batches.last().is_none_or(|batch| batch.len() == MAX_BATCH_MESSAGES);
        if full || bytes > MAX_BATCH_BYTES {
            batches.push(Vec::with_capacity(MAX_BATCH_MESSAGES));
            bytes = body.len();
        }
        if let Some(batch) = batches.last_mut() {
            let entry = SendMessageBatchRequestEntry::builder()
                .id(batch.len().to_string())
                .message_group_id(message.location_id.as_str())
                .message_body(body);
            // Building an entry fails only without an id or a body.
            batch.extend(entry.build());
        }
    }
    batches
}

/// The queue of commands to fridges.
#[derive(Clone, Debug)]
pub struct CommandQueue {
    client: Client,
    url: String,
}

impl FromEnvironment for CommandQueue {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("COMMAND_QUEUE_URL")? })
    }
}

impl CommandQueue {
    /// Waits some seconds for commands, receives them and deletes them from the queue. Invalid messages stay in the
    /// queue until SQS moves them to the dead-letter queue.
    ///
    /// # Errors
    /// If the queue cannot be reached.
    pub async fn receive(&self) -> Result<Vec<Command>> {
        let receive = self.client.receive_message().queue_url(&self.url).wait_time_seconds(RECEIVE_WAIT_SECONDS);
        let received = receive.max_number_of_messages(10).send().await.context("could not receive commands")?;
        let (mut commands, mut handled) = (Vec::new(), Vec::new());
        for message in received.messages.unwrap_or_default() {
            match Command::parse(message.body.as_deref().unwrap_or_default()) {
                Ok(command) => {
                    let entry = DeleteMessageBatchRequestEntry::builder().id(commands.len().to_string());
                    handled.extend(entry.receipt_handle(message.receipt_handle.unwrap_or_default()).build());
                    commands.push(command);
                }
                Err(problem) => eprintln!("invalid command: {problem:#}"),
            }
        }
        if !handled.is_empty() {
            let delete = self.client.delete_message_batch().queue_url(&self.url);
            // If this fails, the queue delivers the commands again, and the fridge ignores the duplicates.
            drop(delete.set_entries(Some(handled)).send().await);
        }
        Ok(commands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Kind;
    use serde_json::json;

    fn message(location: usize, bytes: usize) -> Message {
        let id = format!("CHI_{location}").parse().unwrap();
        Message::new(Kind::StockOut, &id, "2026-11-21T16:00:00Z".parse().unwrap(), json!({ "item": "x".repeat(bytes) }))
    }

    #[test]
    fn batches_have_ten_messages_each_in_the_group_of_its_location() {
        let messages: Vec<Message> = (0..23).map(|location| message(location, 10)).collect();
        let batches = batches(&messages);
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 3]);
        let entry = &batches[2][2];
        assert_eq!(entry.id, "2");
        assert_eq!(entry.message_group_id.as_deref(), Some("CHI_22"));
        assert_eq!(entry.message_body, messages[22].body());
    }

    #[test]
    fn splits_large_messages_into_more_batches() {
        let messages: Vec<Message> = [90_000, 90_000, 90_000, 250_000, 10].map(|bytes| message(1, bytes)).into();
        assert_eq!(batches(&messages).iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1, 1]);
    }
}
