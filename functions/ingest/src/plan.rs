//! What to do with a batch, before anything is done: pure.
//!
//! What cannot be read is set apart with its reason. The rest is put into lanes, one for each location, so that lanes
//! can be worked on at once and a location's messages are written one after another, oldest first. The same message
//! twice is one task; so are messages of which the newest replaces the others.

use crate::message::Message;
use locations::model::LocationId;
use shared::{Error, Instant, worker::Delivery};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Tasks by location.
pub(crate) type Lanes = BTreeMap<LocationId, Vec<Task>>;

/// A batch, sorted.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The tasks of each location, oldest first.
    pub(crate) lanes: Lanes,
    /// The tasks that create their location if it does not exist, likewise.
    pub(crate) creating: Lanes,
    /// What can never be written, and why.
    pub(crate) refused: Vec<(Delivery, Error)>,
}

/// One message to write, and the deliveries that are done with when it is written.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) message: Message,
    pub(crate) deliveries: Vec<Delivery>,
}

/// Sorts a batch.
pub(crate) fn plan(batch: Vec<Delivery>, now: Instant) -> Plan {
    let mut plan = Plan::default();
    for delivery in batch {
        match Message::read(&delivery.body, now) {
            Ok(message) => {
                let lanes = if message.fact.creates() { &mut plan.creating } else { &mut plan.lanes };
                let lane = lanes.entry(message.location_id.clone()).or_default();
                lane.push(Task { message, deliveries: vec![delivery] });
            }
            Err(error) => plan.refused.push((delivery, error)),
        }
    }
    for lane in plan.lanes.values_mut().chain(plan.creating.values_mut()) {
        *lane = newest(once(std::mem::take(lane)));
    }
    plan
}

/// The lanes of existing locations, under the ids that these were created with, and the lanes of unknown ones. Lanes
/// whose ids differ only in case become one.
pub(crate) fn resolved(lanes: Lanes, known: &BTreeMap<LocationId, LocationId>) -> (Lanes, Lanes) {
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

/// Each message once, oldest first: those of one instant in the order in which they came.
fn once(lane: Vec<Task>) -> Vec<Task> {
    let mut place: HashMap<Uuid, usize> = HashMap::new();
    let mut tasks: Vec<Task> = Vec::with_capacity(lane.len());
    for task in lane {
        let first = place.get(&task.message.message_id).and_then(|place| tasks.get_mut(*place));
        if let Some(first) = first {
            first.deliveries.extend(task.deliveries);
        } else {
            place.insert(task.message.message_id, tasks.len());
            tasks.push(task);
        }
    }
    tasks.sort_by_key(|task| task.message.occurred_at);
    tasks
}

/// Without the messages that a newer one replaces. Of two of one instant the first stays, as it does in the tables.
fn newest(lane: Vec<Task>) -> Vec<Task> {
    let mut place: HashMap<String, usize> = HashMap::new();
    let mut tasks: Vec<Task> = Vec::with_capacity(lane.len());
    for mut task in lane {
        let Some(key) = task.message.fact.replaces() else {
            tasks.push(task);
            continue;
        };
        let older = place.get(&key).and_then(|place| tasks.get_mut(*place));
        if let Some(older) = older {
            if task.message.occurred_at > older.message.occurred_at {
                std::mem::swap(&mut older.message, &mut task.message);
            }
            older.deliveries.extend(task.deliveries);
        } else {
            place.insert(key, tasks.len());
            tasks.push(task);
        }
    }
    tasks
}

#[cfg(test)]
mod tests;
