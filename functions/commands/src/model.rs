//! What is stored and told of a command, named as `infra/schema.graphql` names it.

use crate::rules::life::{Ended, Life, State};
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{Instant, bounded::Text};
use strum::{Display, EnumString};
use uuid::Uuid;

/// The kind of all messages.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub enum MessageType {
    /// A command about a part of the fridge.
    #[default]
    Resource,
}

/// What a command is about.
#[derive(Clone, Copy, Debug, Deserialize, Display, EnumString, Eq, Hash, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the schema says what each is; once is enough")]
pub enum Resource {
    ServiceRestart,
    VendingUnitReset,
    SafetyHold,
    OutOfOrder,
    ConfirmedInventory,
}

/// A command as it is stored.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// Its identity: a UUID of version 7, so that ids sort by time.
    pub id: Uuid,
    /// The fridge.
    pub location: LocationId,
    /// What it is about.
    pub resource: Resource,
    /// What is to be done.
    pub operation: String,
    /// Who asked for it.
    pub user: String,
    /// When it was queued, and what became of it.
    #[serde(flatten)]
    pub life: Life,
}

/// A command as the schema has it: at a moment, for what is not fetched in time expires.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the schema documents each field; once is enough")]
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
}

impl Command {
    /// The command as it stands at `now`.
    pub fn at(self, now: Instant) -> QueueMessage {
        let (state, ended_at) = (self.life.state(now), self.life.ended_at(now));
        QueueMessage {
            id: self.id,
            location: self.location,
            timestamp: self.life.queued_at,
            message_type: MessageType::Resource,
            operation: self.operation,
            resource: self.resource,
            user: self.user,
            state,
            delivered_at: self.life.delivered_at,
            ended_at,
            expires_at: self.life.expires_at,
            result: self.life.ended.and_then(|Ended { result, .. }| result),
        }
    }
}

/// From a fridge: what became of a command. A fridge says DELIVERED when it has fetched the command, and later what it
/// did with it.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandAcknowledgement {
    /// The command's id, as the command queue told it.
    pub command_id: Uuid,
    /// What became of it.
    pub outcome: Outcome,
    /// In the fridge's words: of a refusal, why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Text<500>>,
}

/// What a fridge says of a command.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    /// It has fetched it.
    Delivered,
    /// It did it.
    Acknowledged,
    /// It could not or would not.
    Refused,
}
