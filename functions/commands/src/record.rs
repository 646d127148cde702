//! Records acknowledgments of commands from telemetry.

use crate::{
    model::{Command, CommandAcknowledgement},
    store::CommandStore,
};
use locations::model::LocationId;
use shared::{
    Error, Instant, Result,
    live::{Channel, Event, Kind, Live},
};

/// Maximum attempts to store an acknowledgment while others change the same command.
const MAX_ATTEMPTS: u32 = 5;

/// Stores an acknowledgment and publishes that the command changed. A duplicate changes nothing and is not published.
///
/// # Errors
/// [`Error::NotFound`] if the fridge has no command with this id.
pub async fn acknowledgement(
    (commands, live): (&CommandStore, &Live),
    (location, occurred_at): (&LocationId, Instant),
    CommandAcknowledgement { command_id, outcome, result }: CommandAcknowledgement,
) -> Result<()> {
    let result = result.map(String::from);
    for _ in 0..MAX_ATTEMPTS {
        let stored = commands.get(location, command_id).await?;
        let stored = stored.ok_or_else(|| Error::NotFound(format!("{location} has no command {command_id}")))?;
        let lifecycle = stored.command.lifecycle.clone().with_receipt(outcome, occurred_at, result.clone());
        if lifecycle == stored.command.lifecycle {
            return Ok(());
        }
        let command = Command { lifecycle, ..stored.command };
        if commands.update(&command, stored.version).await? {
            let event = Event::new(Kind::Command, command_id);
            live.publish(Channel::Fridge(location.as_str()), &[event]).await;
            return Ok(());
        }
    }
    Err(Error::retryable(format!("other acknowledgments keep changing command {command_id}")))
}
