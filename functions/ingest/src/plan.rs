//! Plans the work for a batch. The plan is pure: nothing is written.
//!
//! Invalid messages are rejected with their reasons. The others are put into lanes, one per location, so that lanes can
//! be written in parallel and a location's messages one after another, oldest first. Duplicates become one task, and so
//! do messages of which only the newest counts.

use crate::{
    message::{Message, Rejection},
    sender::Sender,
};
use chrono::Duration;
use locations::model::LocationId;
use shared::{Error, Instant, worker::Delivery};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Tasks by location.
pub(crate) type Lanes = BTreeMap<LocationId, Vec<Task>>;

/// The plan for a batch.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The tasks of each location, oldest first.
    pub(crate) lanes: Lanes,
    /// The tasks that create their location if it does not exist, oldest first.
    pub(crate) creating: Lanes,
    /// The invalid messages with their errors.
    pub(crate) rejected: Vec<(Delivery, Error)>,
    /// The fridges whose clocks are wrong, with the difference of the last rejected message.
    pub(crate) clock_skews: BTreeMap<LocationId, Duration>,
}

/// A message to write, and the deliveries that it completes.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) message: Message,
    pub(crate) deliveries: Vec<Delivery>,
}

/// Plans a batch of messages with their senders.
pub(crate) fn plan(batch: Vec<(Delivery, Sender)>, now: Instant) -> Plan {
    let mut plan = Plan::default();
    for (delivery, sender) in batch {
        match Message::read(&delivery.body, &sender, now) {
            Ok(message) => {
                let lanes = if message.fact.creates_location() { &mut plan.creating } else { &mut plan.lanes };
                let lane = lanes.entry(message.location_id.clone()).or_default();
                lane.push(Task { message, deliveries: vec![delivery] });
            }
            Err(Rejection { error, clock_skew }) => {
                if let (Some(skew), Sender::Fridge(sender)) = (clock_skew, sender) {
                    plan.clock_skews.insert(sender.fridge, skew);
                }
                plan.rejected.push((delivery, error));
            }
        }
    }
    for lane in plan.lanes.values_mut().chain(plan.creating.values_mut()) {
        *lane = keep_newest(deduplicate(std::mem::take(lane)));
    }
    plan
}

/// Splits the lanes into those of existing locations, by the ids with which these were created, and those of unknown
/// locations. Lanes whose ids differ only in case are merged.
pub(crate) fn resolve_ids(lanes: Lanes, known: &BTreeMap<LocationId, LocationId>) -> (Lanes, Lanes) {
    let (mut resolved, mut unknown) = (Lanes::new(), Lanes::new());
    for (id, lane) in lanes {
        let Some(stored) = known.get(&id) else {
            unknown.insert(id, lane);
            continue;
        };
        let tasks: &mut Vec<Task> = resolved.entry(stored.clone()).or_default();
        tasks.extend(lane.into_iter().map(|task| Task {
            message: Message { location_id: stored.clone(), ..task.message },
            deliveries: task.deliveries,
        }));
        tasks.sort_by_key(|task| task.message.occurred_at);
    }
    (resolved, unknown)
}

/// Removes duplicates and sorts the messages, oldest first. Messages of one instant keep their order.
fn deduplicate(lane: Vec<Task>) -> Vec<Task> {
    let mut positions: HashMap<Uuid, usize> = HashMap::new();
    let mut tasks: Vec<Task> = Vec::with_capacity(lane.len());
    for task in lane {
        let first = positions.get(&task.message.message_id).and_then(|position| tasks.get_mut(*position));
        if let Some(first) = first {
            first.deliveries.extend(task.deliveries);
        } else {
            positions.insert(task.message.message_id, tasks.len());
            tasks.push(task);
        }
    }
    tasks.sort_by_key(|task| task.message.occurred_at);
    tasks
}

/// Removes messages that a newer one replaces. Of two messages of one instant the first stays, as in the tables.
fn keep_newest(lane: Vec<Task>) -> Vec<Task> {
    let mut positions: HashMap<String, usize> = HashMap::new();
    let mut tasks: Vec<Task> = Vec::with_capacity(lane.len());
    for mut task in lane {
        let Some(key) = task.message.fact.replacement_key() else {
            tasks.push(task);
            continue;
        };
        let older = positions.get(&key).and_then(|position| tasks.get_mut(*position));
        if let Some(older) = older {
            if task.message.occurred_at > older.message.occurred_at {
                std::mem::swap(&mut older.message, &mut task.message);
            }
            older.deliveries.extend(task.deliveries);
        } else {
            positions.insert(key, tasks.len());
            tasks.push(task);
        }
    }
    tasks
}

#[cfg(test)]
mod tests;
