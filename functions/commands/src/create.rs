//! SendDecision a command to a fridge.

use crate::{
    lifecycle::Lifecycle,
    model::{Command, MessageType, QueueMessage, Resource},
    queue::CommandQueue,
    rules::{
        command,
        sending::{self, SendDecision},
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
    live::{Channel, Event, Kind, Live},
};
use users::flags::FlagStore;

/// Maximum attempts to store a command while other calls or receipts change the newest command of the resource.
const MAX_ATTEMPTS: u32 = 5;

/// Stores commands and sends them to the command queue.
#[derive(Debug)]
pub struct CommandSender {
    flags: FlagStore,
    locations: LocationStore,
    commands: CommandStore,
    audit: AuditTable,
    queue: CommandQueue,
    live: Live,
}

impl FromEnvironment for CommandSender {
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
/// [`Error::Invalid`] if the command does not exist or the location is not a fridge, [`Error::Forbidden`] without the
/// command's flag, [`Error::NotFound`] if the location does not exist.
pub async fn create_queue_message(
    sender: &CommandSender,
    Request { permit, now, input }: Request<CreateQueueMessageArguments>,
) -> Result<QueueMessage> {
    let Payload { operation, resource } = input.message.payload;
    let flag = command::required_flag(resource, &operation)?;
    sender.send(&permit, now, flag, input.location, (resource, &operation)).await
}

impl CommandSender {
    /// Stores the command and sends it to the command queue.
    ///
    /// A call with the operation of the newest queued command about the resource repeats that command: it is sent to
    /// the queue again, because the previous call may have stopped between the two steps, and a fridge executes a
    /// command once. Any other operation creates a new command, which supersedes the previous one.
    pub(crate) async fn send(
        &self,
        permit: &Permit,
        now: Instant,
        flag: &str,
        location: LocationId,
        (resource, operation): (Resource, &str),
    ) -> Result<QueueMessage> {
        command::check_flag(&self.flags.enabled_for(permit.caller().email()).await?, flag)?;
        let fridge = self.locations.require(&location).await?;
        if fridge.kind != LocationType::FRIDGE {
            return Err(Error::invalid("location", format!("{location} is not a fridge")));
        }
        let Accepted { command, superseded, was_queued } =
            self.find_or_create(permit, now, fridge.id, (resource, operation)).await?;
        self.queue.send(&command).await?;
        let message = QueueMessage { was_queued: Some(was_queued), ..command.at(now) };
        let superseded = superseded.map(|superseded| Event::new(Kind::Command, superseded.id));
        let events: Vec<Event> = [Event::new(Kind::Command, message.id)].into_iter().chain(superseded).collect();
        self.live.publish(Channel::Fridge(message.location.as_str()), &events).await;
        Ok(message)
    }

    /// Returns the queued command that is repeated, or creates a command and returns it with the command it supersedes.
    async fn find_or_create(
        &self,
        permit: &Permit,
        now: Instant,
        location: LocationId,
        (resource, operation): (Resource, &str),
    ) -> Result<Accepted> {
        for _ in 0..MAX_ATTEMPTS {
            let newest = self.commands.newest(&location, resource).await?;
            let expected_newest = newest.as_ref().map(|newest| newest.id);
            let stored = newest.and_then(|Newest { stored, .. }| stored);
            let superseded = match (sending::decide(stored.as_ref().map(|s| &s.command), operation, now), stored) {
                (SendDecision::Repeat, Some(Stored { command, .. })) => {
                    return Ok(Accepted { command, superseded: None, was_queued: true });
                }
                (SendDecision::Supersede, Some(Stored { command, version })) => {
                    let lifecycle = command.lifecycle.clone().supersede(now);
                    Some(Stored { command: Command { lifecycle, ..command }, version })
                }
                _ => None,
            };
            let command = Command {
                id: sending::id_after(expected_newest, now),
                location: location.clone(),
                resource,
                operation: operation.into(),
                user: permit.user().into(),
                lifecycle: Lifecycle::start(now),
            };
            let entries = entries(permit, now, &command, superseded.as_ref());
            let is_created =
                self.commands.create(&command, expected_newest, superseded.as_ref(), (&self.audit, &entries)).await?;
            if is_created {
                let superseded = superseded.map(|stored| stored.command);
                return Ok(Accepted { command, superseded, was_queued: false });
            }
        }
        Err(Error::retryable(format!("other calls keep changing the newest {resource} command of {location}")))
    }
}

/// A stored command that is to be sent.
#[derive(Debug)]
struct Accepted {
    command: Command,
    /// The command that it superseded, if any.
    superseded: Option<Command>,
    /// Whether an earlier call created it.
    was_queued: bool,
}

/// The audit entries of a new command and of the command that it supersedes.
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
