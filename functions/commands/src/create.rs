//! Sending a command to a fridge.

use crate::{
    model::{Command, MessageType, QueueMessage, Resource},
    queue::CommandQueue,
    rules::{
        command,
        life::Life,
        sending::{self, Sending},
    },
    store::{CommandStore, Newest, Stored},
};
use locations::{
    model::{LocationId, LocationType},
    store::LocationStore,
};
use serde::Deserialize;
use serde_json::json;
use shared::{
    Environment, Error, FromEnvironment, Instant, Permit, Request, Result,
    audit::{AuditTable, Change, Entry, Subject},
    dynamo::Transaction,
    live::{Channel, Event, Kind, Live},
};
use users::flags::FlagStore;

/// How often a command is tried again, where another call or a receipt changes the newest command of the resource first.
const TRIES: u32 = 5;

/// What a command needs on its way.
#[derive(Debug)]
pub struct Dispatch {
    flags: FlagStore,
    locations: LocationStore,
    commands: CommandStore,
    audit: AuditTable,
    queue: CommandQueue,
    live: Live,
}

impl FromEnvironment for Dispatch {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self {
            flags: FlagStore::from_environment(environment)?,
            locations: LocationStore::from_environment(environment)?,
            commands: CommandStore::from_environment(environment)?,
            audit: AuditTable::from_environment(environment)?,
            queue: CommandQueue::from_environment(environment)?,
            live: Live::from_environment(environment)?,
        })
    }
}

/// Arguments of `createQueueMessage`.
#[derive(Debug, Deserialize)]
pub struct CreateQueueMessageArguments {
    location: LocationId,
    message: Message,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    #[serde(rename = "messageType")]
    _message_type: MessageType,
    payload: Payload,
}

#[derive(Debug, Deserialize)]
struct Payload {
    operation: String,
    resource: Resource,
}

/// Sends a command to a fridge.
///
/// # Errors
/// [`Error::Invalid`] where there is no such command or the location is no fridge, [`Error::Forbidden`] without the
/// command's flag, [`Error::NotFound`] without the location.
pub async fn create_queue_message(
    dispatch: &Dispatch,
    Request { permit, now, input }: Request<CreateQueueMessageArguments>,
) -> Result<QueueMessage> {
    let Payload { operation, resource } = input.message.payload;
    let flag = command::flag(resource, &operation)?;
    dispatch.send(&permit, now, flag, input.location, (resource, &operation)).await
}

impl Dispatch {
    /// Stores the command and puts it into the queue.
    ///
    /// The operation of the newest queued command about the resource is that command: it is put into the queue again,
    /// for the call before may have ended between the two steps, and a fridge does a command once. Any other operation
    /// is a new command, which supersedes the one before.
    pub(crate) async fn send(
        &self,
        permit: &Permit,
        now: Instant,
        flag: &str,
        location: LocationId,
        (resource, operation): (Resource, &str),
    ) -> Result<QueueMessage> {
        command::permitted(&self.flags.on_for(permit.caller().email()).await?, flag)?;
        let fridge = self.locations.require(&location).await?;
        if fridge.kind != LocationType::FRIDGE {
            return Err(Error::invalid("location", format!("{location} is no fridge")));
        }
        let Accepted { command, superseded } = self.stored(permit, now, fridge.id, (resource, operation)).await?;
        self.queue.send(&command).await?;
        let message = command.at(now);
        let superseded = superseded.map(|superseded| Event::new(Kind::Command, superseded.id));
        let events: Vec<Event> = [Event::new(Kind::Command, message.id)].into_iter().chain(superseded).collect();
        self.live.publish(Channel::Fridge(message.location.as_str()), &events).await;
        Ok(message)
    }

    /// The queued command that is repeated, or a new one with the command that it supersedes.
    async fn stored(
        &self,
        permit: &Permit,
        now: Instant,
        location: LocationId,
        (resource, operation): (Resource, &str),
    ) -> Result<Accepted> {
        for _ in 0..TRIES {
            let newest = self.commands.newest(&location, resource).await?;
            let seen = newest.as_ref().map(|newest| newest.id);
            let stored = newest.and_then(|Newest { stored, .. }| stored);
            let superseded = match (sending::sending(stored.as_ref().map(|s| &s.command), operation, now), stored) {
                (Sending::Repeats, Some(Stored { command, .. })) => {
                    return Ok(Accepted { command, superseded: None });
                }
                (Sending::Supersedes, Some(Stored { command, version })) => {
                    let life = command.life.clone().superseded(now);
                    Some(Stored { command: Command { life, ..command }, version })
                }
                _ => None,
            };
            let command = Command {
                id: sending::id_after(seen, now),
                location: location.clone(),
                resource,
                operation: operation.into(),
                user: permit.user().into(),
                life: Life::begin(now),
            };
            let entries = entries(permit, now, &command, superseded.as_ref());
            let created = self.commands.create(&command, seen, superseded.as_ref(), (&self.audit, &entries)).await?;
            if created == Transaction::Written {
                return Ok(Accepted { command, superseded: superseded.map(|stored| stored.command) });
            }
        }
        Err(Error::retryable(format!("others keep sending {resource} {operation} to {location}")))
    }
}

/// A command that is stored.
#[derive(Debug)]
struct Accepted {
    command: Command,
    /// The command that it superseded.
    superseded: Option<Command>,
}

/// The entries in history of a new command, and of the command that it supersedes.
fn entries(permit: &Permit, now: Instant, command: &Command, superseded: Option<&Stored>) -> Vec<Entry> {
    let entry = |event: &str, from: Option<&str>| {
        let change = Change {
            attribute: command.resource.to_string(),
            from: from.map(|operation| json!(operation)),
            to: Some(json!(command.operation)),
        };
        Entry::new(Subject::FridgeCommands(command.location.as_str()), event, permit, now).with(vec![change])
    };
    let superseded = superseded.map(|stored| entry("SUPERSEDED", Some(&stored.command.operation)));
    [entry("SENT", None)].into_iter().chain(superseded).collect()
}
