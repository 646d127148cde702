//! Sending a command to a fridge.

use crate::{
    model::{Command, MessageType, QueueMessage, Resource},
    queue::CommandQueue,
    rules::{
        command,
        life::{Life, State},
    },
    store::CommandStore,
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
    live::{Channel, Live},
};
use users::flags::FlagStore;
use uuid::{NoContext, Timestamp, Uuid};

/// How often it is tried again where others ask the same of the same fridge meanwhile.
const TRIES: u32 = 3;

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
    /// The same asked of the same fridge while it waits is the same command: it is put into the queue again, for the
    /// call before may have ended between the two steps, and a fridge does a command once.
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
        let command = self.stored(permit, now, location, (resource, operation)).await?;
        self.queue.send(&command).await?;
        let message = command.at(now);
        let event = json!({"type": "command", "message": message});
        self.live.publish(Channel::Fridge(message.location.as_str()), &[event]).await;
        Ok(message)
    }

    /// The command that waits already, or a new one.
    async fn stored(
        &self,
        permit: &Permit,
        now: Instant,
        location: LocationId,
        (resource, operation): (Resource, &str),
    ) -> Result<Command> {
        for _ in 0..TRIES {
            let last = self.commands.last(&location, resource, operation).await?.map(|stored| stored.command);
            let seen = match last {
                Some(waiting) if waiting.life.state(now) == State::Queued => return Ok(waiting),
                Some(ended) => Some(ended.id),
                None => None,
            };
            let command = Command {
                id: new_id(now),
                location: location.clone(),
                resource,
                operation: operation.into(),
                user: permit.user().into(),
                life: Life::begin(now),
            };
            let change = Change { attribute: resource.to_string(), from: None, to: Some(json!(operation)) };
            let entry = Entry::new(Subject::FridgeCommands(location.as_str()), "SENT", permit, now).with(vec![change]);
            if self.commands.create(&command, seen, &self.audit, &entry).await? == Transaction::Written {
                return Ok(command);
            }
        }
        Err(Error::retryable(format!("others keep sending {resource} {operation} to {location}")))
    }
}

/// An id that sorts by the time of the call.
fn new_id(now: Instant) -> Uuid {
    let time = now.utc();
    let seconds = u64::try_from(time.timestamp()).unwrap_or_default();
    Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, time.timestamp_subsec_nanos()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_the_time_of_the_call() {
        let at = |text: &str| new_id(text.parse().unwrap());
        assert!(at("2026-11-21T10:00:00.001Z") < at("2026-11-21T10:00:00.002Z"));
        assert_ne!(at("2026-11-21T10:00:00Z"), at("2026-11-21T10:00:00Z"));
    }
}
