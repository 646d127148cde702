//! Runs all fridges and drivers in the order of their events.

use crate::{driver::Step, fridge::Fridge, message::Message};
use locations::model::LocationId;
use shared::Instant;
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, VecDeque},
};

/// A simulated fleet with its drivers.
#[derive(Debug, Default)]
pub struct World {
    fridges: Vec<Fridge>,
    by_id: HashMap<LocationId, usize>,
    /// The time of each fridge's next event. Entries of `queue` with another time are outdated.
    next: Vec<Instant>,
    queue: BinaryHeap<Reverse<(Instant, usize)>>,
    /// The drivers' future steps, by time.
    steps: VecDeque<Step>,
}

impl World {
    /// A world with these fridges and without driver steps.
    pub fn new(fridges: Vec<Fridge>) -> Self {
        let by_id = (0..).zip(&fridges).map(|(number, fridge)| (fridge.id().clone(), number)).collect();
        let next: Vec<Instant> = fridges.iter().map(Fridge::next_event).collect();
        let queue = (0..).zip(&next).map(|(number, at)| Reverse((*at, number))).collect();
        Self { fridges, by_id, next, queue, steps: VecDeque::new() }
    }

    /// Replaces the drivers' future steps.
    pub fn set_driver_steps(&mut self, mut steps: Vec<Step>) {
        steps.sort_by_key(|step| step.at);
        self.steps = steps.into();
    }

    /// Calls `use_fridge` with a fridge, and returns its result; `None` if the world does not have the fridge.
    pub fn with_fridge<T>(&mut self, id: &LocationId, use_fridge: impl FnOnce(&mut Fridge) -> T) -> Option<T> {
        let number = self.by_id.get(id).copied()?;
        let result = use_fridge(self.fridges.get_mut(number)?);
        self.reschedule(number);
        Some(result)
    }

    /// Runs all events up to `now`. Returns their messages in the order of the events.
    pub fn advance(&mut self, now: Instant) -> Vec<Message> {
        let mut messages = Vec::new();
        loop {
            let fridge = self.queue.peek().map(|Reverse((at, _))| *at).filter(|at| *at <= now);
            let step = self.steps.front().map(|step| step.at).filter(|at| *at <= now);
            match (fridge, step) {
                (None, None) => return messages,
                (Some(fridge), step) if step.is_none_or(|step| fridge <= step) => messages.extend(self.run_fridge()),
                _ => messages.extend(self.run_driver_step()),
            }
        }
    }

    fn run_fridge(&mut self) -> Vec<Message> {
        let Some(Reverse((at, number))) = self.queue.pop() else { return Vec::new() };
        if self.next.get(number) != Some(&at) {
            return Vec::new();
        }
        let messages = self.fridges.get_mut(number).map(|fridge| fridge.advance(at)).unwrap_or_default();
        self.reschedule(number);
        messages
    }

    fn run_driver_step(&mut self) -> Vec<Message> {
        let Some(Step { at, mut messages, stocked_fridge }) = self.steps.pop_front() else { return Vec::new() };
        if let Some((id, opened)) = stocked_fridge
            && let Some(number) = self.by_id.get(&id).copied()
            && let Some(fridge) = self.fridges.get_mut(number)
        {
            messages.extend(fridge.complete_stocking(opened, at));
            self.reschedule(number);
        }
        messages
    }

    /// Queues the next event of a fridge if its time changed.
    fn reschedule(&mut self, number: usize) {
        if let (Some(fridge), Some(next)) = (self.fridges.get(number), self.next.get_mut(number))
            && *next != fridge.next_event()
        {
            *next = fridge.next_event();
            self.queue.push(Reverse((*next, number)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        agent::Command,
        driver::{self, Slips},
        fridge::Settings,
        message::Kind,
    };
    use chrono::Duration;
    use chrono_tz::America;
    use routes::model::{Market, RouteDay, Stop};
    use serde_json::json;

    fn start() -> Instant {
        "2026-11-23T11:00:00Z".parse().unwrap()
    }

    fn id(number: usize) -> LocationId {
        format!("CHI_{number:04}").parse().unwrap()
    }

    /// A fleet with a driver and a command that was just sent.
    fn world() -> World {
        let settings = Settings {
            report_interval: Duration::minutes(10),
            inventory_interval: Duration::zero(),
            customers_per_day: 20.0,
            faults: "usual".parse().unwrap(),
            seed: 1,
        };
        let fridge = |number| Fridge::new(id(number), America::Chicago, &settings, start());
        let mut world = World::new((0..50).map(fridge).collect());
        let stop = |number| Stop { id: id(number), stop: 1, stocking_index: 1, stop_type: "STOCK".into() };
        let stops = (0..20).map(stop).collect();
        let route = RouteDay::new(start().central_date(), "chi_carlos".into(), Market::MW, stops);
        world.set_driver_steps(driver::simulate_day(&route, &Slips::new(), 1));
        let command = json!({
            "schemaVersion": 1, "commandId": "1", "locationId": id(3), "resource": "SafetyHold",
            "operation": "ENABLE", "expiresAt": start().plus(Duration::minutes(5)),
        });
        let command = Command::parse(command.to_string().as_bytes()).unwrap();
        world.with_fridge(&id(3), |fridge| fridge.receive(command, start())).unwrap();
        world
    }

    fn run(world: &mut World, minutes: i64, step: usize) -> Vec<Message> {
        (0..=minutes).step_by(step).flat_map(|minute| world.advance(start().plus(Duration::minutes(minute)))).collect()
    }

    #[test]
    fn messages_do_not_depend_on_the_size_of_the_time_steps() {
        let messages = run(&mut world(), 12 * 60, 720);
        assert_eq!(run(&mut world(), 12 * 60, 1), messages);
        assert!(messages.len() > 5000, "{}", messages.len());
    }

    #[test]
    fn messages_are_sent_after_their_events_without_long_delays() {
        let mut world = world();
        for minute in 0..600 {
            let now = start().plus(Duration::minutes(minute));
            for message in world.advance(now) {
                assert!(message.occurred_at <= now, "{message}");
                // All messages of a customer's visit are sent at its end.
                assert!(now.since(message.occurred_at) < Duration::minutes(20), "{message}");
            }
        }
    }

    #[test]
    fn stockings_send_inventories_and_a_command_is_acknowledged() {
        let messages = run(&mut world(), 12 * 60, 720);
        let stocked =
            messages.iter().filter(|message| message.fields.get("eventType") == Some(&json!("LocationStocked")));
        let inventories = messages.iter().filter(|message| message.kind == Kind::Inventory);
        assert!(inventories.count() >= stocked.count() - 2, "only silent fridges send no inventory");
        let acknowledgements = messages.iter().filter(|message| message.kind == Kind::CommandAcknowledgement);
        assert_eq!(acknowledgements.count(), 2);
    }

    #[test]
    fn an_unknown_fridge_is_not_used() {
        let mut world = World::new(Vec::new());
        assert_eq!(world.with_fridge(&id(1), |_| ()), None);
        assert_eq!(world.advance(start().plus(Duration::days(1))), []);
    }
}
