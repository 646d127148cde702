//! `CommandStore` reads and writes the FridgeCommands table.
//!
//! A partition contains one fridge's commands, sorted by id and therefore by time. It also contains one marker per
//! resource, which names the newest command about it. Concurrent calls about one resource conflict at the marker.

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

/// Days until a command expires from the table. The audit entry of sending it is kept permanently.
const RETENTION_DAYS: i64 = 90;

/// Minimum number of commands per query: commands about one resource can be sparse among others.
const MIN_CHUNK: usize = 100;

/// The store of commands.
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

/// A stored command with its version.
#[derive(Debug, Deserialize, Serialize)]
pub struct Stored {
    /// The command.
    #[serde(flatten)]
    pub command: Command,
    /// The number of writes.
    pub version: u64,
}

/// The newest command about a resource of a fridge.
#[derive(Debug)]
pub struct Newest {
    /// The id of the command.
    pub id: Uuid,
    /// The command. `None` if it has expired from the table.
    pub stored: Option<Stored>,
}

impl CommandStore {
    /// The command with this id, or `None` if the fridge has none.
    pub async fn get(&self, location: &LocationId, id: Uuid) -> Result<Option<Stored>> {
        let item = self.item(location, &command_key(id)).await?;
        item.map(|item| dynamo::from_item(&self.table, "entry", item)).transpose()
    }

    /// The newest command about the resource, or `None` if there was none.
    pub async fn newest(&self, location: &LocationId, resource: Resource) -> Result<Option<Newest>> {
        let marker = self.item(location, &marker_key(resource)).await?;
        let id = marker.as_ref().and_then(|marker| marker.get("commandId")?.as_s().ok()?.parse().ok());
        match id {
            Some(id) => Ok(Some(Newest { id, stored: self.get(location, id).await? })),
            None => Ok(None),
        }
    }

    /// Stores a new command, the command that it supersedes, and their audit entries in one transaction. Nothing is
    /// written if a command other than `expected_newest` is the newest about the resource, or if the superseded command
    /// was written since it was read.
    ///
    /// # Errors
    /// If a service fails.
    pub async fn create(
        &self,
        command: &Command,
        expected_newest: Option<Uuid>,
        superseded: Option<&Stored>,
        (audit, entries): (&AuditTable, &[Entry]),
    ) -> Result<Transaction> {
        let marker = Item::from([
            ("location".into(), text(command.location.as_str())),
            ("entry".into(), text(marker_key(command.resource))),
            ("commandId".into(), text(command.id.to_string())),
            ("forgetAt".into(), expiry(command.lifecycle.queued_at)),
        ]);
        let marker = Put::builder().table_name(&self.table).set_item(Some(marker));
        let marker = match expected_newest {
            Some(expected) => marker
                .condition_expression("commandId = :expected")
                .expression_attribute_values(":expected", text(expected.to_string())),
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

    /// Stores a changed command. Fails if it was written since version `expected` was read.
    pub async fn update(&self, command: &Command, expected: u64) -> Result<Transaction> {
        dynamo::transact(&self.client, vec![self.put(command, Some(expected))?]).await
    }

    fn put(&self, command: &Command, expected: Option<u64>) -> Result<TransactWriteItem> {
        let mut item =
            dynamo::to_item(&Stored { command: command.clone(), version: expected.unwrap_or_default() + 1 })?;
        item.insert("entry".into(), text(command_key(command.id)));
        item.insert("forgetAt".into(), expiry(command.lifecycle.queued_at));
        dynamo::put_if_version(&self.table, item, expected)
    }

    /// At most `count` of a fridge's commands, newest first. If `resource` is given, only those about it.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the token is invalid.
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
            // One more than requested shows whether there are more.
            let remaining = count + 1 - commands.len();
            let (read, more) = self.read_chunk(location, after, remaining.max(MIN_CHUNK)).await?;
            let Some(last) = read.last() else { break };
            after = Some(last.id);
            commands.extend(
                read.into_iter().filter(|command| resource.is_none_or(|resource| command.resource == resource)),
            );
            if !more || commands.len() > count {
                break;
            }
        }
        let more = commands.len() > count;
        commands.truncate(count);
        let last = commands.last().filter(|_| more).map(|last| page::encode_token(&last.id));
        Ok(Page { next_token: last.transpose()?, items: commands })
    }

    /// The next commands after the cursor `after`, newest first, and whether there are more.
    async fn read_chunk(
        &self,
        location: &LocationId,
        after: Option<Uuid>,
        limit: usize,
    ) -> Result<(Vec<Command>, bool)> {
        let start = after.map(|id| key(location, &command_key(id)));
        let output = self
            .client
            .query()
            .table_name(&self.table)
            .key_condition_expression("#location = :location AND begins_with(entry, :commands)")
            .expression_attribute_names("#location", "location")
            .expression_attribute_values(":location", text(location.as_str()))
            .expression_attribute_values(":commands", text(COMMAND_PREFIX))
            .scan_index_forward(false)
            // A page reads the list right after a command is sent.
            .consistent_read(true)
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .set_exclusive_start_key(start)
            .send()
            .await
            .map_err(dynamo::failure)?;
        let items = output.items.unwrap_or_default();
        let commands = items.into_iter().map(|item| dynamo::from_item(&self.table, "entry", item));
        Ok((commands.collect::<Result<_>>()?, output.last_evaluated_key.is_some()))
    }

    async fn item(&self, location: &LocationId, entry: &str) -> Result<Option<Item>> {
        let request = self.client.get_item().table_name(&self.table).set_key(Some(key(location, entry)));
        let output = request.consistent_read(true).send().await.map_err(dynamo::failure)?;
        Ok(output.item)
    }
}

const COMMAND_PREFIX: &str = "command#";

fn command_key(id: Uuid) -> String {
    format!("{COMMAND_PREFIX}{id}")
}

fn marker_key(resource: Resource) -> String {
    format!("newest#{resource}")
}

fn key(location: &LocationId, entry: &str) -> Item {
    Item::from([("location".into(), text(location.as_str())), ("entry".into(), text(entry))])
}

fn expiry(queued: Instant) -> aws_sdk_dynamodb::types::AttributeValue {
    number(queued.plus(Duration::days(RETENTION_DAYS)).utc().timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::Outcome, rules::lifecycle::Lifecycle};

    #[test]
    fn a_stored_command_round_trips() {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let command = Command {
            id: Uuid::now_v7(),
            location: "FRIDGE_1".parse().unwrap(),
            resource: Resource::SafetyHold,
            operation: "ENABLE".into(),
            user: "ann@larder.example".into(),
            lifecycle: Lifecycle::start(now).with_receipt(Outcome::Refused, now, Some("no".into())),
        };
        let item = dynamo::to_item(&Stored { command: command.clone(), version: 3 }).unwrap();
        let read: Stored = dynamo::from_item("FridgeCommands", "entry", item).unwrap();
        assert_eq!(read.command, command);
        assert_eq!(read.version, 3);
    }
}
