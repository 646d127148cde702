//! All fridges and drivers, in the order in which something happens to them.

use crate::{
    driver::Step,
    fridge::{Command, Fridge},
    message::Message,
};
use locations::model::LocationId;
use shared::Instant;
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap, VecDeque},
};

/// A fleet at work.
#[derive(Debug, Default)]
pub struct World {
    fridges: Vec<Fridge>,
    by_id: HashMap<LocationId, usize>,
    /// For each fridge when it acts next; other entries of the agenda are void.
    next: Vec<Instant>,
    agenda: BinaryHeap<Reverse<(Instant, usize)>>,
    /// What drivers will do, by time.
    steps: VecDeque<Step>,
}

impl World {
    /// A world of these fridges.
    pub fn new(fridges: Vec<Fridge>) -> Self {
        let by_id = (0..).zip(&fridges).map(|(number, fridge)| (fridge.id().clone(), number)).collect();
        let next: Vec<Instant> = fridges.iter().map(Fridge::next).collect();
        let agenda = (0..).zip(&next).map(|(number, at)| Reverse((*at, number))).collect();
        Self { fridges, by_id, next, agenda, steps: VecDeque::new() }
    }

    /// Replaces what drivers will do.
    pub fn drive(&mut self, mut steps: Vec<Step>) {
        steps.sort_by_key(|step| step.at);
        self.steps = steps.into();
    }

    /// A command arrives; nothing happens where the fridge is none of these.
    pub fn take(&mut self, command: Command, now: Instant) {
        if let Some(number) = self.by_id.get(&command.location_id).copied()
            && let Some(fridge) = self.fridges.get_mut(number)
        {
            fridge.take(command, now);
            self.plan(number);
        }
    }

    /// Lets happen what does so up to `now`; answers what is told of it, in the order in which it happens.
    pub fn advance(&mut self, now: Instant) -> Vec<Message> {
        let mut messages = Vec::new();
        loop {
            let fridge = self.agenda.peek().map(|Reverse((at, _))| *at).filter(|at| *at <= now);
            let step = self.steps.front().map(|step| step.at).filter(|at| *at <= now);
            match (fridge, step) {
                (None, None) => return messages,
                (Some(fridge), step) if step.is_none_or(|step| fridge <= step) => messages.extend(self.fridge_acts()),
                _ => messages.extend(self.driver_acts()),
            }
        }
    }

    fn fridge_acts(&mut self) -> Vec<Message> {
        let Some(Reverse((at, number))) = self.agenda.pop() else { return Vec::new() };
        if self.next.get(number) != Some(&at) {
            return Vec::new();
        }
        let messages = self.fridges.get_mut(number).map(|fridge| fridge.act(at)).unwrap_or_default();
        self.plan(number);
        messages
    }

    fn driver_acts(&mut self) -> Vec<Message> {
        let Some(Step { at, mut messages, stocked }) = self.steps.pop_front() else { return Vec::new() };
        if let Some((id, opened)) = stocked
            && let Some(number) = self.by_id.get(&id).copied()
            && let Some(fridge) = self.fridges.get_mut(number)
        {
            messages.extend(fridge.stocked(opened, at));
            self.plan(number);
        }
        messages
    }

    /// Notes when a fridge acts next.
    fn plan(&mut self, number: usize) {
        if let (Some(fridge), Some(next)) = (self.fridges.get(number), self.next.get_mut(number))
            && *next != fridge.next()
        {
            *next = fridge.next();
            self.agenda.push(Reverse((*next, number)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        driver::{self, Slips},
        fridge::Pace,
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

    /// A fleet with its drivers, and a command on its way.
    fn world() -> World {
        let pace = Pace {
            every: Duration::minutes(10),
            inventory_every: Duration::zero(),
            customers: 20.0,
            faults: "usual".parse().unwrap(),
            seed: 1,
        };
        let fridge = |number| Fridge::begin(id(number), America::Chicago, &pace, start());
        let mut world = World::new((0..50).map(fridge).collect());
        let stop = |number| Stop { id: id(number), stop: 1, stocking_index: 1, stop_type: "STOCK".into() };
        let stops = (0..20).map(stop).collect();
        let route = RouteDay::new(start().central_date(), "chi_carlos".into(), Market::MW, stops);
        world.drive(driver::day(&route, &Slips::new(), 1));
        let command = json!({
            "schemaVersion": 1, "commandId": "1", "locationId": id(3), "resource": "SafetyHold",
            "operation": "ENABLE", "expiresAt": start().plus(Duration::minutes(5)),
        });
        world.take(Command::read(&command.to_string()).unwrap(), start());
        world
    }

    fn told(world: &mut World, minutes: i64, step: usize) -> Vec<Message> {
        (0..=minutes).step_by(step).flat_map(|minute| world.advance(start().plus(Duration::minutes(minute)))).collect()
    }

    #[test]
    fn the_same_world_tells_the_same_however_often_it_is_looked_at() {
        let once = told(&mut world(), 12 * 60, 720);
        assert_eq!(told(&mut world(), 12 * 60, 1), once);
        assert!(once.len() > 5000, "{}", once.len());
    }

    #[test]
    fn nothing_is_told_before_it_happens_nor_much_later() {
        let mut world = world();
        for minute in 0..600 {
            let now = start().plus(Duration::minutes(minute));
            for message in world.advance(now) {
                assert!(message.occurred_at <= now, "{message}");
                // A customer's visit is told at its end.
                assert!(now.since(message.occurred_at) < Duration::minutes(20), "{message}");
            }
        }
    }

    #[test]
    fn a_stocking_brings_an_inventory_and_a_command_its_answer() {
        let messages = told(&mut world(), 12 * 60, 720);
        let stocked =
            messages.iter().filter(|message| message.fields.get("eventType") == Some(&json!("LocationStocked")));
        let inventories = messages.iter().filter(|message| message.kind == Kind::Inventory);
        assert!(inventories.count() >= stocked.count() - 2, "but for the silent");
        let answers = messages.iter().filter(|message| message.kind == Kind::CommandAcknowledgement);
        assert_eq!(answers.count(), 2);
    }

    #[test]
    fn a_command_for_a_fridge_of_others_is_none_of_theirs() {
        let mut world = World::new(Vec::new());
        let command = json!({
            "schemaVersion": 1, "commandId": "1", "locationId": "OTHER", "resource": "SafetyHold",
            "operation": "ENABLE", "expiresAt": start(),
        });
        world.take(Command::read(&command.to_string()).unwrap(), start());
        assert_eq!(world.advance(start().plus(Duration::days(1))), []);
    }
}
