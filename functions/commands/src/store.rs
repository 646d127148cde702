//! `CommandStore` reads and writes the FridgeCommands table.
//!
//! A partition contains one fridge's commands, sorted by id and therefore by time. It also contains one marker per
//! resource, which names the newest command about it. Concurrent calls about one resource conflict at the marker.

use crate::model::{Command, Resource};
use chrono::Duration;
use locations::model::LocationId;
use serde::Deserialize;
use shared::{
    Instant, Page, Result,
    audit::{AuditTable, Entry},
    page,
    shards::Slice,
    table::{self, CompositeKey, Item, ItemExt, TransactWriteItem, Transaction, attribute},
};
use uuid::Uuid;

const KEY: CompositeKey = CompositeKey::new("location", "entry");
/// The start of the sort keys of commands. Those of markers start differently.
const COMMAND_PREFIX: &str = "command#";
/// The start of the sort keys of markers.
const MARKER_PREFIX: &str = "newest#";
/// The attribute with the time at which a command expires from the table. `expiresAt` is its time to live in the queue.
const FORGET_AT: &str = "forgetAt";
/// Time until a command expires from the table. The audit entry of sending it is kept permanently.
const RETENTION: Duration = Duration::days(90);
/// Minimum number of commands per query: commands about one resource can be sparse among others.
const MIN_CHUNK: usize = 100;

shared::store! {
    /// The store of commands.
    pub struct CommandStore { variable: "FRIDGE_COMMANDS_TABLE", key: KEY }
}

/// A stored command with its version.
#[derive(Debug, Deserialize)]
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

/// The item that names the newest command about a resource.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Marker {
    command_id: Uuid,
}

impl CommandStore {
    /// The command with this id, or `None` if the fridge has none.
    pub async fn get(&self, location: &LocationId, id: Uuid) -> Result<Option<Stored>> {
        self.table.get(KEY.of(location.as_str(), command_key(id))).await
    }

    /// The newest command about the resource, or `None` if there was none.
    pub async fn newest(&self, location: &LocationId, resource: Resource) -> Result<Option<Newest>> {
        match self.table.get(KEY.of(location.as_str(), marker_key(resource))).await? {
            Some(Marker { command_id: id }) => Ok(Some(Newest { id, stored: self.get(location, id).await? })),
            None => Ok(None),
        }
    }

    /// The commands that the fridge has not received and still can receive at `now`, oldest first. There is at most one
    /// per resource, because a new command supersedes an earlier one.
    pub async fn open(&self, location: &LocationId, now: Instant) -> Result<Vec<Command>> {
        let markers = self.table.query(KEY.partition(location.as_str())).beginning_with(MARKER_PREFIX).consistent();
        let markers: Vec<Marker> = markers.all().await?;
        let keys = markers.into_iter().map(|marker| KEY.of(location.as_str(), command_key(marker.command_id)));
        let newest: Vec<Stored> = self.table.get_all(keys).await?;
        let mut open: Vec<Command> = newest.into_iter().map(|stored| stored.command).collect();
        open.retain(|command| command.lifecycle.time_left(now).is_some());
        open.sort_by_key(|command| command.id);
        Ok(open)
    }

    /// Stores a new command, the command that it supersedes, and their audit entries in one transaction. Returns
    /// whether they were written. Nothing is written if a command other than `expected_newest` is the newest about the
    /// resource, or if the superseded command was written since it was read.
    ///
    /// # Errors
    /// If a service fails.
    pub async fn create(
        &self,
        command: &Command,
        expected_newest: Option<Uuid>,
        superseded: Option<&Stored>,
        (audit, entries): (&AuditTable, &[Entry]),
    ) -> Result<bool> {
        let marker = self.table.put(marker(command)).when(attribute("commandId").equals_or_not_exists(expected_newest));
        let mut transaction = Transaction::new().with(marker.action()?).with(self.put(command, None)?);
        if let Some(Stored { command, version }) = superseded {
            transaction = transaction.with(self.put(command, Some(*version))?);
        }
        for entry in entries {
            transaction = transaction.audited(audit, entry)?;
        }
        Ok(transaction.send(self.client()).await?.is_written())
    }

    /// Stores a changed command. Returns `false` if it was written since version `expected` was read.
    pub async fn update(&self, command: &Command, expected: u64) -> Result<bool> {
        let transaction = Transaction::new().with(self.put(command, Some(expected))?);
        Ok(transaction.send(self.client()).await?.is_written())
    }

    fn put(&self, command: &Command, expected: Option<u64>) -> Result<TransactWriteItem> {
        self.table.put_if_version(item(command, expected.unwrap_or_default() + 1)?, expected).action()
    }

    /// At most `count` of a fridge's commands, newest first. If `resource` is given, only those about it.
    ///
    /// # Errors
    /// [`shared::Error::Invalid`] if the token is invalid.
    pub async fn list(
        &self,
        location: &LocationId,
        resource: Option<Resource>,
        count: usize,
        next_token: Option<&str>,
    ) -> Result<Page<Command>> {
        let is_listed = |command: &Command| resource.is_none_or(|resource| command.resource == resource);
        let mut after = next_token.map(page::decode_token::<Uuid>).transpose()?.map(command_key);
        let mut commands: Vec<Command> = Vec::new();
        loop {
            // One more than requested shows whether there are more.
            let remaining = count + 1 - commands.len();
            let slice = self.newest_after(location, after, remaining.max(MIN_CHUNK)).await?;
            commands.extend(slice.items.into_iter().map(|(_, command)| command).filter(is_listed));
            after = slice.cursor;
            if after.is_none() || commands.len() > count {
                break;
            }
        }
        let has_more = commands.len() > count;
        commands.truncate(count);
        let last = commands.last().filter(|_| has_more).map(|last| page::encode_token(&last.id));
        Ok(Page { next_token: last.transpose()?, items: commands })
    }

    /// The next commands after the sort key `after`, newest first.
    async fn newest_after(&self, location: &LocationId, after: Option<String>, limit: usize) -> Result<Slice<Command>> {
        let commands = self.table.query(KEY.partition(location.as_str())).beginning_with(COMMAND_PREFIX).newest_first();
        // A page reads the list right after a command is sent.
        let commands = commands.consistent().limit(i32::try_from(limit).unwrap_or(i32::MAX));
        let commands = match after {
            Some(after) => commands.start_after(KEY.of(location.as_str(), after)),
            None => commands,
        };
        commands.slice().await
    }
}

fn command_key(id: Uuid) -> String {
    format!("{COMMAND_PREFIX}{id}")
}

fn marker_key(resource: Resource) -> String {
    format!("{MARKER_PREFIX}{resource}")
}

/// The stored item of a command, with its key, its version and its expiry.
fn item(command: &Command, version: u64) -> Result<Item> {
    let item = table::to_item(command)?.with_key(KEY.of(command.location.as_str(), command_key(command.id)));
    Ok(item.with("version", version).with(FORGET_AT, expiry(command)))
}

/// The stored item that names the command as the newest about its resource.
fn marker(command: &Command) -> Item {
    let marker = Item::from(KEY.of(command.location.as_str(), marker_key(command.resource)));
    marker.with("commandId", command.id).with(FORGET_AT, expiry(command))
}

fn expiry(command: &Command) -> table::AttributeValue {
    table::time_to_live(command.lifecycle.queued_at.plus(RETENTION))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifecycle::{Lifecycle, Outcome};

    fn command() -> Command {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        Command {
            id: Uuid::nil(),
            location: "FRIDGE_1".parse().unwrap(),
            resource: Resource::SafetyHold,
            operation: "ENABLE".into(),
            user: "ann@larder.example".into(),
            lifecycle: Lifecycle::start(now).with_receipt(Outcome::Refused, now, Some("no".into())),
        }
    }

    #[test]
    fn a_stored_command_round_trips() {
        let read: Stored = table::from_item("FridgeCommands", "entry", item(&command(), 3).unwrap()).unwrap();
        assert_eq!(read.command, command());
        assert_eq!(read.version, 3);
    }

    #[test]
    fn commands_and_markers_have_different_sort_keys_and_the_same_expiry() {
        let (command, marker) = (item(&command(), 1).unwrap(), marker(&command()));
        assert_eq!(command["entry"], table::text("command#00000000-0000-0000-0000-000000000000"));
        assert_eq!(marker["entry"], table::text("newest#SafetyHold"));
        // 90 days after the command was queued: 2027-02-19.
        assert_eq!([&command["forgetAt"], &marker["forgetAt"]], [&table::number(1_803_031_200); 2]);
    }
}
