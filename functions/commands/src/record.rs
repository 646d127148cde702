//! What fridges say of commands, as telemetry brings it.

use crate::{
    model::{Command, CommandAcknowledgement},
    store::CommandStore,
};
use locations::model::LocationId;
use serde_json::json;
use shared::{
    Error, Instant, Result,
    dynamo::Transaction,
    live::{Channel, Live},
};

/// How often it is tried again where something else is said of the same command meanwhile.
const TRIES: u32 = 5;
/// The longest words of a fridge, in characters.
const WORDS: usize = 500;

impl CommandAcknowledgement {
    /// Checks what the type does not say.
    ///
    /// # Errors
    /// [`Error::Invalid`].
    pub fn check(&self) -> Result<()> {
        if self.result.as_ref().is_some_and(|result| result.chars().count() > WORDS) {
            return Err(Error::invalid("result", format!("result should have at most {WORDS} characters")));
        }
        Ok(())
    }
}

/// Stores what a fridge says of one of its commands, and tells it to the pages that show the fridge. The same said
/// again changes nothing and is told to nobody.
///
/// # Errors
/// [`Error::NotFound`] where the fridge has no such command; [`Error::Invalid`] for a text that is too long.
pub async fn acknowledgement(
    (commands, live): (&CommandStore, &Live),
    location: &LocationId,
    occurred_at: Instant,
    now: Instant,
    told: CommandAcknowledgement,
) -> Result<()> {
    told.check()?;
    let CommandAcknowledgement { command_id, outcome, result } = told;
    for _ in 0..TRIES {
        let stored = commands.get(location, command_id).await?;
        let stored = stored.ok_or_else(|| Error::NotFound(format!("{location} has no command {command_id}")))?;
        let life = stored.command.life.clone().told(outcome, occurred_at, result.clone());
        if life == stored.command.life {
            return Ok(());
        }
        let command = Command { life, ..stored.command };
        if commands.update(&command, stored.version).await? == Transaction::Written {
            let event = json!({"type": "command", "message": command.at(now)});
            live.publish(Channel::Fridge(location.as_str()), &[event]).await;
            return Ok(());
        }
    }
    Err(Error::retryable(format!("much is said of command {command_id} at once")))
}
