//! The queues of a stack, to which the simulator sends messages.

use anyhow::Result;
use aws_sdk_sqs::{
    Client,
    error::DisplayErrorContext,
    types::{MessageAttributeValue, SendMessageBatchRequestEntry},
};
use futures::{StreamExt, TryStreamExt, stream};
use shared::Environment;
use std::time::Duration;

/// The maximum number of messages in one SQS call.
const MAX_BATCH_MESSAGES: usize = 10;
/// The maximum size of the messages in one call, in bytes. SQS allows 1 MiB including the request's overhead.
const MAX_BATCH_BYTES: usize = 200_000;
/// The maximum number of concurrent calls.
const CONCURRENCY: usize = 8;
/// The delays after each attempt to send a batch. There are as many attempts as delays.
const RETRY_DELAYS: [Duration; 4] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3), Duration::from_secs(10)];

/// A message for a queue.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct QueueMessage {
    /// The message group. A group with many messages does not delay others.
    pub(crate) group: String,
    pub(crate) body: String,
    /// The attribute with its name.
    pub(crate) attribute: Option<(&'static str, String)>,
}

/// A queue.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    client: Client,
    url: String,
}

impl Queue {
    /// The queue whose URL is in this variable.
    pub(crate) fn new(environment: &Environment, variable: &str) -> shared::Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable(variable)? })
    }

    /// Sends messages. Fails if the queue still rejects some messages after all retries.
    pub(crate) async fn send(&self, messages: &[QueueMessage]) -> Result<()> {
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
                Err(error) => eprintln!("sending messages failed, retrying: {}", DisplayErrorContext(&error)),
            }
            if unsent.is_empty() {
                return Ok(());
            }
            tokio::time::sleep(delay).await;
        }
        anyhow::bail!("the queue {} rejected {} messages", self.url, unsent.len())
    }
}

/// Splits the messages into batches, one for each call.
fn batches(messages: &[QueueMessage]) -> Vec<Vec<SendMessageBatchRequestEntry>> {
    let mut batches: Vec<Vec<SendMessageBatchRequestEntry>> = Vec::new();
    let mut bytes = MAX_BATCH_BYTES;
    for QueueMessage { group, body, attribute } in messages {
        let size = body.len() + attribute.as_ref().map_or(0, |(name, value)| name.len() + value.len());
        bytes += size;
        let full = batches.last().is_none_or(|batch| batch.len() == MAX_BATCH_MESSAGES);
        if full || bytes > MAX_BATCH_BYTES {
            batches.push(Vec::with_capacity(MAX_BATCH_MESSAGES));
            bytes = size;
        }
        if let Some(batch) = batches.last_mut() {
            let mut entry = SendMessageBatchRequestEntry::builder()
                .id(batch.len().to_string())
                .message_group_id(group)
                .message_body(body);
            if let Some((name, value)) = attribute {
                let text = MessageAttributeValue::builder().data_type("String").string_value(value).build();
                entry = text.into_iter().fold(entry, |entry, text| entry.message_attributes(*name, text));
            }
            // Building an entry or an attribute fails only without its required fields.
            batch.extend(entry.build());
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(location: usize, bytes: usize) -> QueueMessage {
        let attribute = Some(("sender", format!("sender {location}")));
        QueueMessage { group: format!("CHI_{location}"), body: "x".repeat(bytes), attribute }
    }

    #[test]
    fn batches_have_ten_messages_each_in_its_group_with_its_attribute() {
        let messages: Vec<QueueMessage> = (0..23).map(|location| message(location, 10)).collect();
        let batches = batches(&messages);
        assert_eq!(batches.iter().map(Vec::len).collect::<Vec<_>>(), [10, 10, 3]);
        let entry = &batches[2][2];
        assert_eq!(entry.id, "2");
        assert_eq!(entry.message_group_id.as_deref(), Some("CHI_22"));
        assert_eq!(entry.message_body, messages[22].body);
        let attributes = entry.message_attributes.as_ref().unwrap();
        assert_eq!(attributes["sender"].string_value.as_deref(), Some("sender 22"));
        assert_eq!(attributes["sender"].data_type, "String");
    }

    #[test]
    fn splits_large_messages_into_more_batches() {
        let messages: Vec<QueueMessage> = [90_000, 90_000, 90_000, 250_000, 10].map(|bytes| message(1, bytes)).into();
        assert_eq!(batches(&messages).iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 1, 1]);
    }
}
