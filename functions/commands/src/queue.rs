//! The command queue: what fridges fetch. The message is documented in `README.md` beside the code.

use crate::model::{Command, Resource};
use aws_sdk_sqs::Client;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Instant, Result, dynamo};
use uuid::Uuid;

/// What a fridge gets. It may come twice and in any order: a fridge knows a command by its id and does it once. It ignores
/// a command after its time, and a command whose id is lower than that of another command about the same resource.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QueuedCommand {
    /// The version of this message.
    pub schema_version: u32,
    /// The command, by which the fridge answers.
    pub command_id: Uuid,
    /// The fridge.
    pub location_id: LocationId,
    /// What it is about.
    pub resource: Resource,
    /// What is to be done.
    pub operation: String,
    /// After this it is too late.
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
            expires_at: command.life.expires_at,
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
    /// Puts the command where its fridge finds it.
    ///
    /// # Errors
    /// Where the queue is out of reach: the same call again sends the same command.
    pub async fn send(&self, command: &Command) -> Result<()> {
        let body = serde_json::to_string(&QueuedCommand::from(command)).map_err(Error::internal)?;
        let sent = self.client.send_message().queue_url(&self.url).message_body(body).send().await;
        sent.map(drop).map_err(dynamo::failure)
    }
}
