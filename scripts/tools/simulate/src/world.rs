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
