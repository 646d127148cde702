//! The table of commands. The only module that knows its keys.
//!
//! A fridge's commands are in one partition, sorted by their ids and so by time. The partition also has one marker for
//! each resource, which names the newest command about it: concurrent calls about one resource meet at the marker.

use crate::model::{Command, Resource};
use aws_sdk_dynamodb::{
    Client,
    types::{Put, TransactWriteItem},
};
use chrono::Duration;
use locations::model::LocationId;
use serde::{Deserialize, Serialize};
use shared::{
    Environment, Error, FromEnvironment, Instant, Page, Result,
    audit::{AuditTable, Entry},
    dynamo::{self, Item, Transaction, number, text},
    page,
};
use uuid::Uuid;

/// Commands are kept for so many days; history keeps for ever that they were sent.
const DAYS: i64 = 90;

/// Commands that are read at once at least: of those about one resource a few may lie among many others.
const STRETCH: usize = 100;

/// The table of commands.
#[derive(Clone, Debug)]
pub struct CommandStore {
    client: Client,
    table: String,
}

impl FromEnvironment for CommandStore {
    fn from_environment(environment: &Environment) -> Result<Self> {
        Ok(Self { client: dynamo::client(environment), table: environment.variable("FRIDGE_COMMANDS_TABLE")? })
    }
}

/// A command with how often it was written.
#[derive(Debug, Deserialize, Serialize)]
pub struct Stored {
    /// The command.
    #[serde(flatten)]
    pub command: Command,
    /// Counts the writes.
    pub version: u64,
}

/// The newest command about a resource of a fridge.
#[derive(Debug)]
pub struct Newest {
    /// Its id.
    pub id: Uuid,
    /// The command; `None` where it is no longer kept.
    pub stored: Option<Stored>,
}

impl CommandStore {
    /// The command; `None` where the fridge has none of that id.
    pub async fn get(&self, location: &LocationId, id: Uuid) -> Result<Option<Stored>> {
        let item = self.item(location, &command_key(id)).await?;
        item.map(|item| dynamo::from_item(&self.table, "entry", item)).transpose()
    }

    /// The newest command about the resource; `None` where the fridge never got one.
    pub async fn newest(&self, location: &LocationId, resource: Resource) -> Result<Option<Newest>> {
        let marker = self.item(location, &marker_key(resource)).await?;
        let id = marker.as_ref().and_then(|marker| marker.get("commandId")?.as_s().ok()?.parse().ok());
        match id {
            Some(id) => Ok(Some(Newest { id, stored: self.get(location, id).await? })),
            None => Ok(None),
        }
    }

    /// Stores a new command and what became of the command that it supersedes, with their entries in history, in one
    /// transaction. Nothing is written where a command other than `seen` is the newest about the resource, or where the
    /// superseded command was written since it was read.
    ///
    /// # Errors
    /// Where a service fails.
    pub async fn create(
        &self,
        command: &Command,
        seen: Option<Uuid>,
        superseded: Option<&Stored>,
        (audit, entries): (&AuditTable, &[Entry]),
    ) -> Result<Transaction> {
        let marker = Item::from([
            ("location".into(), text(command.location.as_str())),
            ("entry".into(), text(marker_key(command.resource))),
            ("commandId".into(), text(command.id.to_string())),
            ("forgetAt".into(), forget_at(command.life.queued_at)),
        ]);
        let marker = Put::builder().table_name(&self.table).set_item(Some(marker));
        let marker = match seen {
            Some(seen) => marker
                .condition_expression("commandId = :seen")
                .expression_attribute_values(":seen", text(seen.to_string())),
            None => marker.condition_expression("attribute_not_exists(commandId)"),
        };
        let marker = TransactWriteItem::builder().put(marker.build().map_err(Error::internal)?).build();
        let mut actions = vec![marker, self.put(command, None)?];
        if let Some(Stored { command, version }) = superseded {
            actions.push(self.put(command, Some(*version))?);
        }
        for entry in entries {
            actions.push(audit.put(entry)?);
        }
        dynamo::transact(&self.client, actions).await
    }

    /// Stores what became of a command, refused where it was written since it was `seen`.
    pub async fn update(&self, command: &Command, seen: u64) -> Result<Transaction> {
        dynamo::transact(&self.client, vec![self.put(command, Some(seen))?]).await
    }

    fn put(&self, command: &Command, seen: Option<u64>) -> Result<TransactWriteItem> {
        let mut item = dynamo::to_item(&Stored { command: command.clone(), version: seen.unwrap_or_default() + 1 })?;
        item.insert("entry".into(), text(command_key(command.id)));
        item.insert("forgetAt".into(), forget_at(command.life.queued_at));
        dynamo::put_over(&self.table, item, seen)
    }

    /// At most `count` of a fridge's commands, newest first; only those about `resource`, where one is named.
    ///
    /// # Errors
    /// [`Error::Invalid`] where the token is not one that this list gave out.
    pub async fn list(
        &self,
        location: &LocationId,
        resource: Option<Resource>,
        count: usize,
        next_token: Option<&str>,
    ) -> Result<Page<Command>> {
        let mut after = next_token.map(page::decode_token::<Uuid>).transpose()?;
        let mut commands: Vec<Command> = Vec::new();
        loop {
            // One more than is wanted tells whether there are more.
            let wanted = count + 1 - commands.len();
            let (read, more) = self.stretch(location, after, wanted.max(STRETCH)).await?;
            let Some(last) = read.last() else { break };
            after = Some(last.id);
            commands
                .extend(read.into_iter().filter(|command| resource.is_none_or(|wanted| command.resource == wanted)));
            if !more || commands.len() > count {
                break;
            }
        }
        let more = commands.len() > count;
        commands.truncate(count);
        let last = commands.last().filter(|_| more).map(|last| page::encode_token(&last.id));
        Ok(Page { next_token: last.transpose()?, items: commands })
    }

    /// Commands before `after`, newest first, and whether there are more.
    async fn stretch(&self, location: &LocationId, after: Option<Uuid>, limit: usize) -> Result<(Vec<Command>, bool)> {
        let start = after.map(|id| key(location, &command_key(id)));
        let answer = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("#location = :location AND begins_with(entry, :commands)")
            .expression_attribute_names("#location", "location")
            .expression_attribute_values(":location", text(location.as_str()))
            .expression_attribute_values(":commands", text(COMMANDS))
            .scan_index_forward(false)
            // A page reads the list right after a command is sent.
            .consistent_read(true)
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let items = answer.items.unwrap_or_default();
        let commands = items.into_iter().map(|item| dynamo::from_item(&self.table, "entry", item));
        Ok((commands.collect::<Result<_>>()?, answer.last_evaluated_key.is_some()))
    }

    async fn item(&self, location: &LocationId, entry: &str) -> Result<Option<Item>> {
        let asked = self.client.get_item().table_name(&self.table).set_key(Some(key(location, entry)));
        let answer = asked.consistent_read(true).send().await.map_err(dynamo::failure)?;
        Ok(answer.item)
    }
}

const COMMANDS: &str = "command#";

fn command_key(id: Uuid) -> String {
    format!("{COMMANDS}{id}")
}

fn marker_key(resource: Resource) -> String {
    format!("newest#{resource}")
}

fn key(location: &LocationId, entry: &str) -> Item {
    Item::from([("location".into(), text(location.as_str())), ("entry".into(), text(entry))])
}

fn forget_at(queued: Instant) -> aws_sdk_dynamodb::types::AttributeValue {
    number(queued.plus(Duration::days(DAYS)).utc().timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Outcome, rules::life::Life};

    #[test]
    fn a_stored_command_reads_back_as_it_was() {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let command = Command {
            id: Uuid::now_v7(),
            location: "FRIDGE_1".parse().unwrap(),
            resource: Resource::SafetyHold,
            operation: "ENABLE".into(),
            user: "ann@larder.example".into(),
            life: Life::begin(now).told(Outcome::Refused, now, Some("no".into())),
        };
        let item = dynamo::to_item(&Stored { command: command.clone(), version: 3 }).unwrap();
        let read: Stored = dynamo::from_item("FridgeCommands", "entry", item).unwrap();
        assert_eq!((read.command, read.version), (command, 3));
    }
}
