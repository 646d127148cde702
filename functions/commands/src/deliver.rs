//! Publishes commands to fridges through the broker. The broker keeps a command for the session of a fridge that is not
//! connected, until the command expires. Publishing twice is harmless, because a fridge executes a command once.

use crate::{model::Command, queue::QueuedCommand, store::CommandStore};
use locations::model::LocationId;
use shared::{
    Environment, Error, FromEnvironment, Instant, Result, fridge_publisher::FridgePublisher, fridge_topics::Down,
};

/// Publishes commands to fridges.
#[derive(Debug)]
pub struct CommandDelivery {
    commands: CommandStore,
    broker: FridgePublisher,
}

impl FromEnvironment for CommandDelivery {
    fn from_environment(environment: &Environment) -> Result<Self> {
        let (commands, broker) = FromEnvironment::from_environment(environment)?;
        Ok(Self { commands, broker })
    }
}

/// Publishes the command of a message of the command queue. Drops the message if the command has expired, the fridge
/// has sent a receipt, or a later command superseded it.
///
/// # Errors
/// [`Error::Invalid`] if the message is malformed, [`Error::NotFound`] if the fridge has no such command, and a
/// retryable error if the table or the broker is unavailable.
pub async fn deliver(delivery: &CommandDelivery, now: Instant, body: &str) -> Result<()> {
    let QueuedCommand { command_id, location_id, .. } =
        serde_json::from_str(body).map_err(|error| Error::invalid("body", error.to_string()))?;
    let stored = delivery.commands.get(&location_id, command_id).await?;
    let stored = stored.ok_or_else(|| Error::NotFound(format!("{location_id} has no command {command_id}")))?;
    delivery.publish(&stored.command, now).await
}

impl CommandDelivery {
    /// Publishes the fridge's open commands again, oldest first, and returns their number. The id of the fridge has the
    /// stored spelling.
    ///
    /// # Errors
    /// If the table or the broker is unavailable. The caller can repeat the call.
    pub async fn publish_open(&self, fridge: &LocationId, now: Instant) -> Result<usize> {
        let open = self.commands.open(fridge, now).await?;
        for command in &open {
            self.publish(command, now).await?;
        }
        Ok(open.len())
    }

    /// Publishes a command if the fridge can still receive it at `now`.
    async fn publish(&self, command: &Command, now: Instant) -> Result<()> {
        let Some(time_left) = command.lifecycle.time_left(now) else { return Ok(()) };
        let message = serde_json::to_vec(&QueuedCommand::from(command)).map_err(Error::internal)?;
        self.broker.publish(command.location.as_str(), Down::Commands, message, Some(time_left), false).await
    }
}

#[cfg(test)]
mod tests;
