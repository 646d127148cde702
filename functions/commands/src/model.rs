//! Commands and acknowledgments. Types and fields are named as in `infra/schema.graphql`.

use crate::lifecycle::{Completion, Lifecycle, Outcome, State};
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{Instant, bounded::Text};
use strum::{Display, EnumString};
use uuid::Uuid;

/// The type of a message. There is only one.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub enum MessageType {
    /// A command about a resource of the fridge.
    #[default]
    Resource,
}

/// The part of a fridge that a command is about.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, Hash, JsonSchema, PartialEq, Serialize)]
#[expect(missing_docs, reason = "documented in infra/schema.graphql")]
pub enum Resource {
    ServiceRestart,
    VendingUnitReset,
    SafetyHold,
    OutOfOrder,
    ConfirmedInventory,
}

/// A stored command.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// The id: a UUID version 7, so that ids sort by time.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// The resource that the command is about.
    pub resource: Resource,
    /// The operation on the resource.
    pub operation: String,
    /// The user who sent the command.
    pub user: String,
    /// The stored lifecycle of the command.
    #[serde(flatten)]
    pub lifecycle: Lifecycle,
}

/// A command as `infra/schema.graphql` defines it, with its state at the time of reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "documented in infra/schema.graphql")]
pub struct QueueMessage {
    pub id: Uuid,
    pub location: LocationId,
    pub timestamp: Instant,
    pub message_type: MessageType,
    pub operation: String,
    pub resource: Resource,
    pub user: String,
    pub state: State,
    pub delivered_at: Option<Instant>,
    pub ended_at: Option<Instant>,
    pub expires_at: Instant,
    pub result: Option<String>,
    pub was_queued: Option<bool>,
}

impl Command {
    /// The command with its state at `now`.
    pub fn at(self, now: Instant) -> QueueMessage {
        let (state, ended_at) = (self.lifecycle.state(now), self.lifecycle.ended_at(now));
        QueueMessage {
            id: self.id,
            location: self.location,
            timestamp: self.lifecycle.queued_at,
            message_type: MessageType::Resource,
            operation: self.operation,
            resource: self.resource,
            user: self.user,
            state,
            delivered_at: self.lifecycle.delivered_at,
            ended_at,
            expires_at: self.lifecycle.expires_at,
            result: self.lifecycle.ended.and_then(|Completion { result, .. }| result),
            was_queued: None,
        }
    }
}

/// Reported by a fridge: the outcome of a command. A fridge sends `DELIVERED` when it has received the command, and
/// later `ACKNOWLEDGED` or `REFUSED`.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandAcknowledgement {
    /// The id of the command, from the command's message.
    pub command_id: Uuid,
    /// The outcome of the command.
    pub outcome: Outcome,
    /// A text from the fridge, such as the reason of a rejection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Text<500>>,
}
