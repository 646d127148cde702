//! Commands that staff send, and how a fridge obeys: it says that it has one, does it, and says what came of it.

use super::{Fridge, Switch};
use crate::{
    chance,
    faults::Fault,
    message::{Kind, Message},
};
use anyhow::{Context, Result, ensure};
use chrono::Duration;
use locations::model::LocationId;
use serde::Deserialize;
use serde_json::json;
use shared::Instant;
use std::collections::{BTreeMap, VecDeque};

/// A fridge that nothing is heard of looks again for its commands after this time.
const AGAIN: Duration = Duration::seconds(15);
/// Of a hundred faults that a restart could mend, so many it does.
const MENDED: f64 = 75.0;

/// A message of the command queue.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    schema_version: u32,
    /// Its identity.
    pub command_id: String,
    /// The fridge that it is for.
    pub location_id: LocationId,
    /// What it is about.
    pub resource: String,
    /// What is to be done.
    pub operation: String,
    /// Until when the fridge may fetch it.
    pub expires_at: Instant,
}

impl Command {
    /// Reads one.
    ///
    /// # Errors
    /// Where it is none, or of a version that is not known.
    pub fn read(body: &str) -> Result<Self> {
        let command: Self = serde_json::from_str(body).context("this is no command")?;
        ensure!(command.schema_version == 1, "schemaVersion {} is not known", command.schema_version);
        Ok(command)
    }
}

/// The commands that a fridge has received and not ended, and the newest id of each resource.
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
    /// When a command is to be fetched or done.
    pub(super) fn next(&self) -> Option<Instant> {
        self.pending.front().map(|pending| pending.at)
    }

    /// Accepts a command once, and only if it is newer than every other command about its resource: the queue may
    /// deliver a command twice, and after a later one. Ids are in the order in which commands were sent. A newer command
    /// drops an earlier one that was not started. A fridge does one command after another.
    pub(super) fn take(&mut self, command: Command, at: Instant) {
        let Command { resource, command_id, .. } = &command;
        if self.newest.get(resource).is_some_and(|newest| newest >= command_id) {
            return;
        }
        self.newest.insert(resource.clone(), command_id.clone());
        self.pending.retain(|pending| pending.fetched || pending.command.resource != *resource);
        self.pending.push_back(Pending { command, fetched: false, at });
    }

    fn due(&mut self, now: Instant) -> Option<Pending> {
        self.pending.pop_front_if(|pending| pending.at <= now)
    }

    /// The same command goes on at its time, and no other before it.
    fn go_on(&mut self, pending: Pending) {
        for other in &mut self.pending {
            other.at = other.at.max(pending.at);
        }
        self.pending.push_front(pending);
    }
}

/// What a fridge says at `now` of its commands.
pub(super) fn obey(fridge: &mut Fridge, now: Instant) -> Vec<Message> {
    let mut messages = Vec::new();
    while let Some(mut pending) = fridge.inbox.due(now) {
        let Command { command_id, operation, resource, expires_at, .. } = pending.command.clone();
        let answer = |outcome: &str, result: Option<String>| {
            let fields = json!({ "commandId": command_id, "outcome": outcome, "result": result });
            Message::new(Kind::CommandAcknowledgement, &pending.command.location_id, now, fields)
        };
        if pending.fetched {
            let (outcome, result) = match carry_out(fridge, &resource, &operation, now, &mut messages) {
                Ok(result) => ("ACKNOWLEDGED", result),
                Err(result) => ("REFUSED", result),
            };
            messages.push(answer(outcome, Some(result)));
            messages.push(fridge.report(now));
        } else if now > expires_at {
            // Too late: whoever sent it was told so.
        } else if fridge.faults.has(Fault::Silent) {
            fridge.inbox.go_on(Pending { at: now.plus(AGAIN), ..pending });
            return messages;
        } else {
            messages.push(answer("DELIVERED", None));
            (pending.fetched, pending.at) = (true, now.plus(takes(fridge, &resource)));
            fridge.inbox.go_on(pending);
        }
    }
    messages
}

/// How long a fridge is busy with it.
fn takes(fridge: &mut Fridge, resource: &str) -> Duration {
    let (least, most) = match resource {
        "ServiceRestart" => (15, 40),
        "VendingUnitReset" => (8, 20),
        _ => (2, 6),
    };
    chance::between(&mut fridge.rng, Duration::seconds(least), Duration::seconds(most))
}

/// Does it: what came of it in the fridge's words, or why it could not.
fn carry_out(
    fridge: &mut Fridge,
    resource: &str,
    operation: &str,
    now: Instant,
    messages: &mut Vec<Message>,
) -> Result<String, String> {
    match (resource, operation) {
        ("ServiceRestart", "DISPLAY_SERVICES" | "REACT_UI") => {
            fridge.try_to_mend(&[Fault::Touch, Fault::Display], MENDED, now);
            messages.push(fridge.event(now, "SERVICE_RESTARTED", &json!({ "service": operation })));
            Ok(format!("{operation} restarted"))
        }
        ("ServiceRestart", "INVENTORY_SERVICE") => {
            messages.push(fridge.event(now, "SERVICE_RESTARTED", &json!({ "service": operation })));
            Ok("INVENTORY_SERVICE restarted".into())
        }
        ("VendingUnitReset", "RESET") => {
            if fridge.open() {
                return Err("The door is open".into());
            }
            fridge.try_to_mend(&[Fault::Motor, Fault::ProductDetect, Fault::Elevator, Fault::Timeout], MENDED, now);
            messages.push(fridge.event(now, "VENDING_UNIT_RESET", &json!({})));
            match super::report::state(fridge) {
                "STATUS_0_READY" => Ok("STATUS_0_READY".into()),
                state => Err(format!("Reset, but the vending unit still says {state}")),
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
            fridge.faults.mend(Fault::OutOfOrder, &mut fridge.rng, now);
            fridge.out_of_order = Switch::off(now);
            Ok("In order".into())
        }
        ("SafetyHold", "ENABLE") => {
            fridge.hold = Switch::on(now);
            Ok("On hold".into())
        }
        ("SafetyHold", "DISABLE") if fridge.too_warm() => {
            Err(format!("Food is not safe: it is {} °F", fridge.climate.temperature()))
        }
        ("SafetyHold", "DISABLE") => {
            fridge.hold = Switch::off(now);
            Ok("Off hold".into())
        }
        ("ConfirmedInventory", _) => {
            messages.push(fridge.inventory(now));
            Ok("Confirmed inventory and reservations sent".into())
        }
        (resource, operation) => Err(format!("This fridge knows no {resource} {operation}")),
    }
}
