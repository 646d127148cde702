//! Commands that staff send. A fridge acknowledges the delivery, executes the command and acknowledges the result.

use super::{Fridge, Switch};
use crate::{
    agent::{Command, Pending},
    faults::Fault,
    message::{Kind, Message},
    random,
};
use chrono::Duration;
use serde_json::json;
use shared::Instant;

/// The time between two attempts of a silent fridge to acknowledge a command.
const FETCH_RETRY_INTERVAL: Duration = Duration::seconds(15);
/// The probability that a restart or reset fixes a fault that it can fix, in percent.
const FIX_PERCENT: f64 = 75.0;

/// Acknowledges and executes the commands that are due at `now`. Returns the fridge's messages.
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
