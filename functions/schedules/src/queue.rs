//! The queue between the sweep and the consumer.

use crate::{model::ScheduleChange, rules};
use aws_sdk_sqs::{Client, types::SendMessageBatchRequestEntry};
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Instant, Result, aws_error::failure};
use uuid::Uuid;

/// Maximum number of messages in one call. Set by SQS.
pub const MAX_BATCH_SIZE: usize = 10;

/// A queue message: the change to apply and the time for which it was sent.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The UUID of the change. Reasons have no message.
    pub uuid: Uuid,
    /// When the change was due at the time of sending.
    pub action_time: Instant,
}

/// The schedule queue.
#[derive(Clone, Debug)]
pub struct ScheduleQueue {
    client: Client,
    url: String,
}

impl FromEnvironment for ScheduleQueue {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("SCHEDULE_QUEUE_URL")? })
    }
}

impl ScheduleQueue {
    /// Sends up to [`MAX_BATCH_SIZE`] changes, each delayed until it is due. Returns the changes that the queue
    /// accepted.
    pub async fn send<'a>(&self, changes: &'a [ScheduleChange], now: Instant) -> Result<Vec<&'a ScheduleChange>> {
        let entry = |change: &ScheduleChange| {
            let message = Message { uuid: change.uuid, action_time: change.action_time };
            SendMessageBatchRequestEntry::builder()
                .id(change.uuid.to_string())
                .message_body(serde_json::to_string(&message).map_err(Error::internal)?)
                .delay_seconds(rules::delay_seconds(change.action_time, now))
                .build()
                .map_err(Error::internal)
        };
        let entries = changes.iter().map(entry).collect::<Result<Vec<_>>>()?;
        let response = self
            .client
            .send_message_batch()
            .queue_url(&self.url)
            .set_entries(Some(entries))
            .send()
            .await
            .map_err(failure)?;
        let is_accepted =
            |change: &&ScheduleChange| response.successful.iter().any(|sent| sent.id == change.uuid.to_string());
        Ok(changes.iter().filter(is_accepted).collect())
    }
}
