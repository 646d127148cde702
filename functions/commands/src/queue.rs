//! The command queue. A function publishes its messages to the fridges; see [`crate::deliver`].
//! `functions/commands/README.md` documents the message.

use crate::model::{Command, Resource};
use aws_sdk_sqs::Client;
use locations::model::LocationId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{Environment, Error, FromEnvironment, Instant, Result, aws_error::failure};
use uuid::Uuid;

/// A command to a fridge. Messages can be duplicated or arrive in any order: a fridge executes each command id once. It
/// ignores a command after its expiry, and a command whose id is lower than that of another command about the same
/// resource.
#[derive(Clone, Debug, Deserialize, JsonSchema, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Command")]
pub struct QueuedCommand {
    /// The version of the message format: 1.
    #[schemars(extend("const" = 1))]
    pub schema_version: u32,
    /// The id of the command, which the receipts repeat. Ids are UUIDs of version 7: later commands have higher ids.
    pub command_id: Uuid,
    /// The fridge.
    pub location_id: LocationId,
    /// The resource that the command is about.
    pub resource: Resource,
    /// The operation on the resource.
    pub operation: String,
    /// When the command expires. A fridge ignores it from then on.
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

#[cfg(test)]
mod tests {
    use super::*;
    use schemars::generate::SchemaSettings;
    use std::{env, fs};

    #[test]
    fn the_schema_of_a_command_is_current() {
        let settings = SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
        let schema = settings.into_generator().into_root_schema_for::<QueuedCommand>();
        let (path, text) = ("schemas/v1/Command.json", serde_json::to_string_pretty(&schema).unwrap() + "\n");
        if env::var_os("WRITE_SCHEMAS").is_some() {
            fs::write(path, &text).unwrap();
        }
        let stored = fs::read_to_string(path).unwrap_or_default();
        assert!(stored == text, "update the schema with WRITE_SCHEMAS=1 cargo test -p commands");
    }

    #[test]
    fn the_sample_is_a_complete_command() {
        let sample: serde_json::Value = serde_json::from_str(include_str!("../samples/Command.json")).unwrap();
        let command: QueuedCommand = serde_json::from_value(sample.clone()).unwrap();
        assert_eq!(command.location_id.as_str(), "CHI_0001");
        assert_eq!(serde_json::to_value(command).unwrap(), sample);
    }
}
