//! Received commands: which ones a fridge executes, and in which order. Pure.

use anyhow::{Context, Result, ensure};
use locations::model::LocationId;
use serde::Deserialize;
use shared::Instant;
use std::collections::{BTreeMap, VecDeque};

/// A command of the topic `down/commands`.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    schema_version: u32,
    /// The id of the command. Later commands have greater ids.
    pub command_id: String,
    /// The fridge that executes the command.
    pub location_id: LocationId,
    /// The part of the fridge that the command affects, such as `OutOfOrder`.
    pub resource: String,
    /// The operation on the resource, such as `ENABLE`.
    pub operation: String,
    /// The time until which the fridge can start the command.
    pub expires_at: Instant,
}

impl Command {
    /// Parses the payload of a message.
    ///
    /// # Errors
    /// If the payload is not a command, or has an unsupported version.
    pub fn parse(payload: &[u8]) -> Result<Self> {
        let command: Self = serde_json::from_slice(payload).context("the message is not a command")?;
        ensure!(command.schema_version == 1, "schemaVersion {} is not supported", command.schema_version);
        Ok(command)
    }
}

/// The newest command id of each resource.
pub type NewestCommands = BTreeMap<String, String>;

/// The unfinished commands of a fridge, and the newest command id of each resource.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inbox {
    pending: VecDeque<Pending>,
    pub(crate) newest: NewestCommands,
}

/// An unfinished command.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) command: Command,
    /// Whether the fridge acknowledged the delivery.
    pub(crate) fetched: bool,
    /// When the next step is due.
    pub(crate) at: Instant,
}

impl Inbox {
    /// When the first command is due to be acknowledged or executed.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.pending.front().map(|pending| pending.at)
    }

    /// Accepts a command once, and only if it is newer than every other command about its resource: the broker may
    /// deliver a command twice, and after a later one. Ids are in the order in which commands were sent. A newer command
    /// drops an earlier one that was not started. A fridge does one command after another.
    pub(crate) fn push(&mut self, command: Command, at: Instant) {
        let Command { resource, command_id, .. } = &command;
        if self.newest.get(resource).is_some_and(|newest| newest >= command_id) {
            return;
        }
        self.newest.insert(resource.clone(), command_id.clone());
        self.pending.retain(|pending| pending.fetched || pending.command.resource != *resource);
        self.pending.push_back(Pending { command, fetched: false, at });
    }

    /// Removes the first command if it is due.
    pub(crate) fn pop_due(&mut self, now: Instant) -> Option<Pending> {
        self.pending.pop_front_if(|pending| pending.at <= now)
    }

    /// Returns a command to the front. Other commands are due at the same time at the earliest.
    pub(crate) fn push_front(&mut self, pending: Pending) {
        for other in &mut self.pending {
            other.at = other.at.max(pending.at);
        }
        self.pending.push_front(pending);
    }
}
