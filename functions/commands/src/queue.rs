//! The command queue, from which fridges fetch their commands. `functions/commands/README.md` documents the message.

use crate::model::{Command, Resource};
use aws_sdk_sqs::Client;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Instant, Result, aws_error::failure};
use uuid::Uuid;

/// The message of a command to a fridge. Messages can be duplicated or arrive in any order: a fridge executes each
/// command id once. It ignores a command after its expiry, and a command whose id is lower than that of another command
/// about the same resource.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QueuedCommand {
    /// The version of the message format.
    pub schema_version: u32,
    /// The id of the command, which the acknowledgment repeats.
    pub command_id: Uuid,
    /// The fridge.
    pub location_id: LocationId,
    /// The resource that the command is about.
    pub resource: Resource,
    /// The operation on the resource.
    pub operation: String,
    /// When the command expires.
    pub expires_at: Instant,
}

impl From<&Command> for QueuedCommand {
    fn from(command: &Command) -> Self {
        Self {
            schema_version: 1,
            command_id: command.id,
            location_id: command.location.clone(),
            resource: command.resource,
            operation: command.operation.clone(),
            expires_at: command.lifecycle.expires_at,
        }
    }
}

/// The command queue.
#[derive(Clone, Debug)]
pub struct CommandQueue {
    client: Client,
    url: String,
}

impl FromEnvironment for CommandQueue {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: Client::new(environment.sdk()), url: environment.variable("COMMAND_QUEUE_URL")? })
    }
}

impl CommandQueue {
    /// Sends the command to the queue.
    ///
    /// # Errors
    /// If the queue is unavailable. The caller can repeat the call.
    pub async fn send(&self, command: &Command) -> Result<()> {
        let body = serde_json::to_string(&QueuedCommand::from(command)).map_err(Error::internal)?;
        let sent = self.client.send_message().queue_url(&self.url).message_body(body).send().await;
        sent.map(drop).map_err(failure)
    }
}
