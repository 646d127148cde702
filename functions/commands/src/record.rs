//! What fridges say of commands, as telemetry brings it.

use crate::{
    model::{Command, CommandAcknowledgement},
    store::CommandStore,
};
use locations::model::LocationId;
use shared::{
    Error, Instant, Result,
    dynamo::Transaction,
    live::{Channel, Event, Kind, Live},
};

/// How often it is tried again where something else is said of the same command meanwhile.
const TRIES: u32 = 5;

/// Stores what a fridge says of one of its commands, and publishes that the command changed. The same said again changes
/// nothing and is not published.
///
/// # Errors
/// [`Error::NotFound`] where the fridge has no such command.
pub async fn acknowledgement(
    (commands, live): (&CommandStore, &Live),
    (location, occurred_at): (&LocationId, Instant),
    CommandAcknowledgement { command_id, outcome, result }: CommandAcknowledgement,
) -> Result<()> {
    let result = result.map(String::from);
    for _ in 0..TRIES {
        let stored = commands.get(location, command_id).await?;
        let stored = stored.ok_or_else(|| Error::NotFound(format!("{location} has no command {command_id}")))?;
        let life = stored.command.life.clone().told(outcome, occurred_at, result.clone());
        if life == stored.command.life {
            return Ok(());
        }
        let command = Command { life, ..stored.command };
        if commands.update(&command, stored.version).await? == Transaction::Written {
            let event = Event::new(Kind::Command, command_id);
            live.publish(Channel::Fridge(location.as_str()), &[event]).await;
            return Ok(());
        }
    }
    Err(Error::retryable(format!("much is said of command {command_id} at once")))
}
