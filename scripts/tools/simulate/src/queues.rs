//! The queues of a stack: telemetry goes in, commands come out.

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

/// Messages that one call carries.
const BATCH: usize = 10;
/// The most bytes that one call carries; SQS takes 1 MiB, some of it for what surrounds the messages.
const BATCH_BYTES: usize = 200_000;
/// Calls under way at once.
const CALLS_AT_ONCE: usize = 8;
/// The waits before what the queue did not take is sent again.
const WAITS: [Duration; 4] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(10)];
/// How long a call waits for commands, in seconds.
const PATIENCE: i32 = 10;

/// The queue into which messages go.
#[derive(Clone, Debug)]
pub struct Telemetry {
    client: Client,
    url: String,
}

impl FromEnvironment for Telemetry {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("TELEMETRY_QUEUE_URL")? })
    }
}

impl Telemetry {
    /// Sends messages, each in the group of its location, so that one that tells much delays no other.
    ///
    /// # Errors
    /// Where the queue still refuses some after several tries.
    pub async fn send(&self, messages: &[Message]) -> Result<()> {
        stream::iter(batches(messages))
            .map(|batch| self.send_batch(batch))
            .buffer_unordered(CALLS_AT_ONCE)
            .try_collect::<()>()
            .await
    }

    async fn send_batch(&self, mut left: Vec<SendMessageBatchRequestEntry>) -> Result<()> {
        for wait in WAITS {
            let sent = self.client.send_message_batch().queue_url(&self.url).set_entries(Some(left.clone())).send();
            match sent.await {
                Ok(answer) => left.retain(|entry| answer.failed.iter().any(|failed| failed.id == entry.id)),
                Err(error) => eprintln!("sending again: {}", DisplayErrorContext(&error)),
            }
            if left.is_empty() {
                return Ok(());
            }
            tokio::time::sleep(wait).await;
        }
        anyhow::bail!("the queue did not take {} messages", left.len())
    }
}

/// The messages as calls carry them.
fn batches(messages: &[Message]) -> Vec<Vec<SendMessageBatchRequestEntry>> {
    let mut batches: Vec<Vec<SendMessageBatchRequestEntry>> = Vec::new();
    let mut bytes = BATCH_BYTES;
    for message in messages {
        let body = message.body();
        bytes += body.len();
        let full = batches.last().is_none_or(|batch| batch.len() == BATCH);
        if full || bytes > BATCH_BYTES {
            batches.push(Vec::with_capacity(BATCH));
            bytes = body.len();
        }
        if let Some(batch) = batches.last_mut() {
            let entry = SendMessageBatchRequestEntry::builder()
                .id(batch.len().to_string())
                .message_group_id(message.location_id.as_str())
                .message_body(body);
            // It fails only without an id or a body.
            batch.extend(entry.build());
        }
    }
    batches
}

/// The queue out of which commands come.
#[derive(Clone, Debug)]
pub struct Commands {
    client: Client,
    url: String,
}

impl FromEnvironment for Commands {
    fn from_environment(environment: &Environment) -> shared::Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("COMMAND_QUEUE_URL")? })
    }
}

impl Commands {
    /// Waits some seconds for commands and takes those that come. What is no command stays, for the dead-letter queue.
    ///
    /// # Errors
    /// Where the queue is out of reach.
    pub async fn fetch(&self) -> Result<Vec<Command>> {
        let receive = self.client.receive_message().queue_url(&self.url).wait_time_seconds(PATIENCE);
        let received = receive.max_number_of_messages(10).send().await.context("no commands")?;
        let (mut commands, mut taken) = (Vec::new(), Vec::new());
        for message in received.messages.unwrap_or_default() {
            match Command::read(message.body.as_deref().unwrap_or_default()) {
                Ok(command) => {
                    let entry = DeleteMessageBatchRequestEntry::builder().id(commands.len().to_string());
                    taken.extend(entry.receipt_handle(message.receipt_handle.unwrap_or_default()).build());
                    commands.push(command);
                }
                Err(problem) => eprintln!("not taken: {problem:#}"),
            }
        }
        if !taken.is_empty() {
            let delete = self.client.delete_message_batch().queue_url(&self.url);
            // What could not be deleted comes again, and the fridge remembers that it had it.
            drop(delete.set_entries(Some(taken)).send().await);
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
    fn a_call_carries_ten_messages_each_in_the_group_of_its_location() {
        let messages: Vec<Message> = (0..23).map(|location| message(location, 10)).collect();
        let batches = batches(&messages);
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 3]);
        let entry = &batches[2][2];
        assert_eq!((entry.id.as_str(), entry.message_group_id.as_deref()), ("2", Some("CHI_22")));
        assert_eq!(entry.message_body, messages[22].body());
    }

    #[test]
    fn large_messages_are_spread_over_calls() {
        let messages: Vec<Message> = [90_000, 90_000, 90_000, 250_000, 10].map(|bytes| message(1, bytes)).into();
        assert_eq!(batches(&messages).iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1, 1]);
    }
}
