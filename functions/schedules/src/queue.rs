//! The queue between the sweep and the consumer.

use crate::{model::ScheduleChange, rules};
use aws_sdk_sqs::{Client, types::SendMessageBatchRequestEntry};
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Instant, Result, dynamo};
use uuid::Uuid;

/// Messages that one call sends.
pub const BATCH: usize = 10;

/// What the queue carries: a change, and the time for which it was sent.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    /// The change; of a pair, the one that is not the reason.
    pub uuid: Uuid,
    /// When it was to take effect as the message was sent.
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
    /// Sends up to [`BATCH`] changes, each to arrive at its time; answers those that the queue took.
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
        let answer = self
            .client
            .send_message_batch()
            .queue_url(&self.url)
            .set_entries(Some(entries))
            .send()
            .await
            .map_err(dynamo::failure)?;
        let taken = |change: &&ScheduleChange| answer.successful.iter().any(|sent| sent.id == change.uuid.to_string());
        Ok(changes.iter().filter(taken).collect())
    }
}
