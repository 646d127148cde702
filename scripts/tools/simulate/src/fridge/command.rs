//! Commands that staff send. A fridge acknowledges the delivery, executes the command and acknowledges the result.

use super::{Fridge, Switch};
use crate::{
    faults::Fault,
    message::{Kind, Message},
    random,
};
use anyhow::{Context, Result, ensure};
use chrono::Duration;
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::json;
use shared::Instant;
use std::collections::{BTreeMap, VecDeque};

/// The time between two attempts of a silent fridge to fetch its commands.
const FETCH_RETRY_INTERVAL: Duration = Duration::seconds(15);
/// The probability that a restart or reset fixes a fault that it can fix, in percent.
const FIX_PERCENT: f64 = 75.0;

/// A message of the command queue.
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
    /// The time until which the fridge can fetch the command.
    pub expires_at: Instant,
}

impl Command {
    /// Parses the body of a queue message.
    ///
    /// # Errors
    /// If the body is not a command, or has an unsupported version.
    pub fn parse(body: &str) -> Result<Self> {
        let command: Self = serde_json::from_str(body).context("the message is not a command")?;
        ensure!(command.schema_version == 1, "schemaVersion {} is not supported", command.schema_version);
        Ok(command)
    }
}

/// The unfinished commands of a fridge, and the newest command id of each resource.
#[derive(Clone, Debug, Default)]
pub(super) struct Inbox {
    pending: VecDeque<Pending>,
    newest: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
struct Pending {
    command: Command,
    fetched: bool,
    at: Instant,
}

impl Inbox {
    /// When the first command is due to be fetched or executed.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.pending.front().map(|pending| pending.at)
    }

    /// Accepts a command once, and only if it is newer than every other command about its resource: the queue may
    /// deliver a command twice, and after a later one. Ids are in the order in which commands were sent. A newer command
    /// drops an earlier one that was not started. A fridge does one command after another.
    pub(super) fn push(&mut self, command: Command, at: Instant) {
        let Command { resource, command_id, .. } = &command;
        if self.newest.get(resource).is_some_and(|newest| newest >= command_id) {
            return;
        }
        self.newest.insert(resource.clone(), command_id.clone());
        self.pending.retain(|pending| pending.fetched || pending.command.resource != *resource);
        self.pending.push_back(Pending { command, fetched: false, at });
    }

    fn pop_due(&mut self, now: Instant) -> Option<Pending> {
        self.pending.pop_front_if(|pending| pending.at <= now)
    }

    /// Returns a command to the front. Other commands are due at the same time at the earliest.
    fn push_front(&mut self, pending: Pending) {
        for other in &mut self.pending {
            other.at = other.at.max(pending.at);
        }
        self.pending.push_front(pending);
    }
}

/// Fetches and executes the commands that are due at `now`. Returns the fridge's messages.
pub(super) fn run_due_commands(fridge: &mut Fridge, now: Instant) -> Vec<Message> {
    let mut messages = Vec::new();
    while let Some(mut pending) = fridge.inbox.pop_due(now) {
        let Command { command_id, operation, resource, expires_at, .. } = pending.command.clone();
        let acknowledgement = |outcome: &str, result: Option<String>| {
            let fields = json!({ "commandId": command_id, "outcome": outcome, "result": result });
            Message::new(Kind::CommandAcknowledgement, &pending.command.location_id, now, fields)
        };
        if pending.fetched {
            let (outcome, result) = match execute(fridge, &resource, &operation, now, &mut messages) {
                Ok(result) => ("ACKNOWLEDGED", result),
                Err(result) => ("REFUSED", result),
            };
            messages.push(acknowledgement(outcome, Some(result)));
            messages.push(fridge.report(now));
        } else if now > expires_at {
            // The command expired. The server has already reported that to the sender.
        } else if fridge.faults.has(Fault::Silent) {
            fridge.inbox.push_front(Pending { at: now.plus(FETCH_RETRY_INTERVAL), ..pending });
            return messages;
        } else {
            messages.push(acknowledgement("DELIVERED", None));
            (pending.fetched, pending.at) = (true, now.plus(execution_time(fridge, &resource)));
            fridge.inbox.push_front(pending);
        }
    }
    messages
}

/// How long the execution of a command takes.
fn execution_time(fridge: &mut Fridge, resource: &str) -> Duration {
    let (min, max) = match resource {
        "ServiceRestart" => (15, 40),
        "VendingUnitReset" => (8, 20),
        _ => (2, 6),
    };
    random::duration_between(&mut fridge.rng, Duration::seconds(min), Duration::seconds(max))
}

/// Executes a command. Returns a description of the result, or the reason why the fridge cannot execute it.
fn execute(
    fridge: &mut Fridge,
    resource: &str,
    operation: &str,
    now: Instant,
    messages: &mut Vec<Message>,
) -> Result<String, String> {
    match (resource, operation) {
        ("ServiceRestart", "DISPLAY_SERVICES" | "REACT_UI") => {
            fridge.try_to_fix(&[Fault::Touch, Fault::Display], FIX_PERCENT, now);
            messages.push(fridge.event(now, "SERVICE_RESTARTED", &json!({ "service": operation })));
            Ok(format!("{operation} restarted"))
        }
        ("ServiceRestart", "INVENTORY_SERVICE") => {
            messages.push(fridge.event(now, "SERVICE_RESTARTED", &json!({ "service": operation })));
            Ok("INVENTORY_SERVICE restarted".into())
        }
        ("VendingUnitReset", "RESET") => {
            if fridge.is_open() {
                return Err("The door is open".into());
            }
            fridge.try_to_fix(&[Fault::Motor, Fault::ProductDetect, Fault::Elevator, Fault::Timeout], FIX_PERCENT, now);
            messages.push(fridge.event(now, "VENDING_UNIT_RESET", &json!({})));
            match super::report::state(fridge) {
                "STATUS_0_READY" => Ok("STATUS_0_READY".into()),
                state => Err(format!("Reset, but the vending unit still reports {state}")),
            }
        }
        ("OutOfOrder", "ENABLE") => {
            fridge.out_of_order = Switch::on(now);
            Ok("Out of order".into())
        }
        ("OutOfOrder", "DISABLE") => {
            if fridge.faults.has(Fault::Motor) {
                return Err("The motor of the vending unit is stuck".into());
            }
            fridge.faults.fix(Fault::OutOfOrder, &mut fridge.rng, now);
            fridge.out_of_order = Switch::off(now);
            Ok("In order".into())
        }
        ("SafetyHold", "ENABLE") => {
            fridge.hold = Switch::on(now);
            Ok("On hold".into())
        }
        ("SafetyHold", "DISABLE") if fridge.is_too_warm() => {
            Err(format!("Food is not safe at {} °F", fridge.climate.temperature()))
        }
        ("SafetyHold", "DISABLE") => {
            fridge.hold = Switch::off(now);
            Ok("Off hold".into())
        }
        ("ConfirmedInventory", _) => {
            messages.push(fridge.inventory(now));
            Ok("Sent confirmed inventory and reservations".into())
        }
        (resource, operation) => Err(format!("This fridge does not support {resource} {operation}")),
    }
}
