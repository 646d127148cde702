//! One fridge: its state, its events and the messages that it sends. Pure: the time and the seed are parameters.

mod climate;
mod command;
mod customers;
mod report;
mod restore;
mod stock;

#[cfg(test)]
mod tests;

pub use stock::{SLOTS_PER_ROW, dish_names, slots};

use crate::{
    agent::{Command, Inbox, NewestCommands},
    faults::{Fault, Faults, Shares},
    message::{Kind, Message},
    random,
};
use chrono::Duration;
use chrono_tz::Tz;
use climate::{Climate, Mode};
use fastrand::Rng;
use locations::model::LocationId;
use report::Build;
use serde_json::{Value, json};
use shared::Instant;
use std::collections::BTreeMap;
use stock::Stock;

/// The food code's limit in degrees Fahrenheit. Food in a warmer fridge is not safe.
const MAX_SAFE_TEMPERATURE: f64 = 41.0;
/// How long a fridge can be too warm before it stops all sales by itself.
const MAX_WARM_TIME: Duration = Duration::minutes(30);
/// How long a fridge must be cold before a hold that it started ends. It represents the time until staff check the
/// food.
const HOLD_RELEASE_TIME: Duration = Duration::hours(2);

/// The settings of a simulated fleet.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The time between two reports of a fridge.
    pub report_interval: Duration,
    /// The time between two regular inventories of a fridge. Zero means no regular inventories.
    pub inventory_interval: Duration,
    /// The average number of customers of a fridge on a working day.
    pub customers_per_day: f64,
    /// The share of the fleet that each fault affects.
    pub faults: Shares,
    /// The seed of all random values.
    pub seed: u64,
}

/// A simulated fridge.
#[derive(Clone, Debug)]
pub struct Fridge {
    id: LocationId,
    zone: Tz,
    rng: Rng,
    settings: Settings,
    faults: Faults,
    climate: Climate,
    build: Build,
    stock: Stock,
    inbox: Inbox,
    hold: Switch,
    out_of_order: Switch,
    warm_since: Option<Instant>,
    cold_since: Option<Instant>,
    next_report: Instant,
    next_inventory: Option<Instant>,
    next_visit: Option<Instant>,
}

/// A state that is on or off, the time of the last change, and whether the fridge switched it by itself.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Switch {
    on: bool,
    since: Option<Instant>,
    automatic: bool,
}

impl Switch {
    fn on(now: Instant) -> Self {
        Self { on: true, since: Some(now), automatic: false }
    }

    fn off(now: Instant) -> Self {
        Self { on: false, since: Some(now), automatic: false }
    }
}

impl Fridge {
    /// A fridge with a random state, as if it started long before `now`.
    pub fn new(id: LocationId, zone: Tz, settings: &Settings, now: Instant) -> Self {
        let mut rng = random::rng_for(settings.seed, id.as_str());
        // The first report of each fridge has a random time, so that the reports of a fleet are spread evenly.
        let next_report = now.plus(random::duration_between(&mut rng, Duration::zero(), settings.report_interval));
        let next_inventory = (settings.inventory_interval > Duration::zero())
            .then(|| now.plus(random::duration_between(&mut rng, Duration::zero(), settings.inventory_interval)));
        let faults = Faults::new(&settings.faults, &mut rng, now);
        let climate = Climate::new(&mut rng, now, faults.since(Fault::Warm));
        let out_of_order = match faults.since(Fault::OutOfOrder) {
            Some(since) => Switch { on: true, since: Some(since), automatic: true },
            // Some fridges were out of order in the past.
            None => {
                Switch { since: random::happens(&mut rng, 10.0).then(|| hours_ago(&mut rng, now)), ..Switch::default() }
            }
        };
        let since = random::happens(&mut rng, 5.0).then(|| hours_ago(&mut rng, now));
        let mut fridge = Self {
            build: Build::new(&mut rng),
            stock: Stock::new(&mut rng, now.central_date()),
            next_visit: customers::next_visit(&mut rng, now, settings.customers_per_day, zone),
            inbox: Inbox::default(),
            hold: Switch { since, ..Switch::default() },
            warm_since: faults.since(Fault::Warm).map(|since| since.plus(MAX_WARM_TIME)),
            cold_since: None,
            settings: settings.clone(),
            id,
            zone,
            rng,
            faults,
            climate,
            out_of_order,
            next_report,
            next_inventory,
        };
        fridge.update_safety_hold(now);
        fridge
    }

    /// The id of the fridge's location.
    pub fn id(&self) -> &LocationId {
        &self.id
    }

    /// The time of the next event.
    pub fn next_event(&self) -> Instant {
        [self.next_inventory, self.next_visit, self.inbox.next_due(), self.faults.next_change()]
            .into_iter()
            .flatten()
            .fold(self.next_report, Instant::min)
    }

    /// Runs all events that are due at `now`. Returns the messages that the fridge sends.
    pub fn advance(&mut self, now: Instant) -> Vec<Message> {
        self.update_climate(now);
        let mut messages = Vec::new();
        let changed = self.faults.advance(&mut self.rng, now);
        for fault in &changed {
            messages.extend(self.apply_fault_change(*fault, now));
        }
        if self.next_visit.is_some_and(|at| at <= now) {
            let sells = self.sells();
            messages.extend(customers::session(&mut self.rng, &self.id, now, sells, &mut self.stock));
            self.next_visit = customers::next_visit(&mut self.rng, now, self.settings.customers_per_day, self.zone);
        }
        if self.next_inventory.is_some_and(|at| at <= now) {
            messages.push(self.inventory(now));
            self.next_inventory = Some(now.plus(self.settings.inventory_interval));
        }
        messages.extend(command::run_due_commands(self, now));
        // A fridge reports at its interval and when a fault starts or ends.
        if self.next_report <= now || !changed.is_empty() {
            messages.push(self.report(now));
        }
        while self.next_report <= now {
            self.next_report = self.next_report.plus(self.settings.report_interval.max(Duration::seconds(1)));
        }
        if self.faults.has(Fault::Silent) { Vec::new() } else { messages }
    }

    /// The latest report at `now`. If the fridge is silent, it is the last one before the silence.
    pub fn latest_report(&mut self, now: Instant) -> Message {
        self.last_report_before_silence(now).unwrap_or_else(|| self.report(now))
    }

    /// The last report before the silence of a fridge that is silent at `now`; `None` if it is not silent.
    pub fn last_report_before_silence(&mut self, now: Instant) -> Option<Message> {
        let silent_since = self.faults.since(Fault::Silent)?;
        Some(Message { occurred_at: silent_since.min(now), ..self.report(now) })
    }

    /// Whether the fridge has no network.
    pub fn is_silent(&self) -> bool {
        self.faults.has(Fault::Silent)
    }

    /// Installs these versions of artifacts. The next report contains them.
    pub fn install(&mut self, software: BTreeMap<String, String>) {
        self.build.installed = software;
    }

    /// The newest command id of each resource.
    pub fn newest_commands(&self) -> &NewestCommands {
        &self.inbox.newest
    }

    /// Restores the newest command id of each resource, so that the fridge does not execute a command again.
    pub fn restore_commands(&mut self, newest: NewestCommands) {
        self.inbox.newest = newest;
    }

    /// Receives a command at `now`.
    pub fn receive(&mut self, command: Command, now: Instant) {
        let latency = random::duration_between(&mut self.rng, Duration::milliseconds(300), Duration::seconds(2));
        self.inbox.push(command, now.plus(latency));
    }

    /// Completes the stocking by a driver, who opened the fridge at `opened`. Returns the messages that the fridge
    /// sends.
    pub fn complete_stocking(&mut self, opened: Instant, now: Instant) -> Vec<Message> {
        self.update_climate(now);
        // Drivers restart fridges that do not respond.
        self.try_to_fix(&[Fault::Silent, Fault::Door, Fault::Elevator], 60.0, now);
        self.climate.warm_by_stocking();
        self.stock.fill(now.central_date());
        if self.hold.automatic && !self.is_too_warm() {
            self.hold = Switch::off(now);
        }
        let messages = vec![
            self.event(opened, "DOOR_OPENED", &json!({ "by": "driver" })),
            self.event(now, "DOOR_CLOSED", &json!({ "by": "driver" })),
            self.inventory(now),
            self.report(now),
        ];
        if self.faults.has(Fault::Silent) { Vec::new() } else { messages }
    }

    /// Advances the temperature to `now` and starts or ends the safety hold accordingly.
    fn update_climate(&mut self, now: Instant) {
        let mode = match (self.faults.has(Fault::Door), self.faults.has(Fault::Warm)) {
            (true, _) => Mode::DoorOpen,
            (_, true) => Mode::CompressorOff,
            _ => Mode::Cooling,
        };
        self.climate.advance(&mut self.rng, now, mode);
        self.update_safety_hold(now);
    }

    fn update_safety_hold(&mut self, now: Instant) {
        if self.is_too_warm() {
            let since = *self.warm_since.get_or_insert(now);
            self.cold_since = None;
            if !self.hold.on && now.since(since) > MAX_WARM_TIME {
                self.hold = Switch { on: true, since: Some(since.plus(MAX_WARM_TIME)), automatic: true };
            }
        } else {
            let since = *self.cold_since.get_or_insert(now);
            self.warm_since = None;
            if self.hold.on && self.hold.automatic && now.since(since) > HOLD_RELEASE_TIME {
                self.hold = Switch::off(now);
            }
        }
    }

    /// Applies the start or end of a fault to the fridge's state. Returns the event that the fridge sends, if any.
    fn apply_fault_change(&mut self, fault: Fault, now: Instant) -> Option<Message> {
        let has = self.faults.has(fault);
        let event = match (fault, has) {
            (Fault::Door, true) => "DOOR_OPENED",
            (Fault::Door, false) => "DOOR_CLOSED",
            (Fault::Motor | Fault::ProductDetect | Fault::Elevator | Fault::Timeout, true) => "VEND_FAILED",
            (Fault::Motor | Fault::ProductDetect | Fault::Elevator | Fault::Timeout, false) => "VENDING_UNIT_READY",
            (Fault::Reader, true) => "CARD_READER_LOST",
            (Fault::Reader, false) => "CARD_READER_FOUND",
            (Fault::OutOfOrder, true) => {
                if !self.out_of_order.on {
                    self.out_of_order = Switch { automatic: true, ..Switch::on(now) };
                }
                "OUT_OF_ORDER"
            }
            (Fault::OutOfOrder, false) => {
                if self.out_of_order.automatic {
                    self.out_of_order = Switch::off(now);
                }
                "IN_ORDER"
            }
            // The fridge restarts after a silence.
            (Fault::Silent, false) => "STARTED",
            _ => return None,
        };
        Some(self.event(now, event, &json!({ "state": report::state(self) })))
    }

    /// Fixes each of `faults` with a probability of `percent`.
    fn try_to_fix(&mut self, faults: &[Fault], percent: f64, now: Instant) {
        for fault in faults {
            if random::happens(&mut self.rng, percent) {
                self.faults.fix(*fault, &mut self.rng, now);
            }
        }
    }

    fn is_too_warm(&self) -> bool {
        self.climate.temperature() > MAX_SAFE_TEMPERATURE
    }

    fn is_open(&self) -> bool {
        self.faults.has(Fault::Door)
    }

    fn sells(&self) -> bool {
        let ready = report::state(self) == "STATUS_0_READY";
        let lost = [Fault::Reader, Fault::Touch, Fault::Display].into_iter().any(|fault| self.faults.has(fault));
        ready && !lost && !self.hold.on && !self.out_of_order.on
    }

    fn report(&mut self, now: Instant) -> Message {
        report::report(self, now)
    }

    /// The inventory message of the fridge's current stock.
    pub fn inventory(&self, now: Instant) -> Message {
        Message::new(Kind::Inventory, &self.id, now, self.stock.inventory_fields())
    }

    fn event(&self, at: Instant, name: &str, data: &Value) -> Message {
        Message::new(Kind::CheckpointEvent, &self.id, at, json!({ "name": name, "data": data }))
    }
}

/// A random time from 1 to 96 hours before `now`.
fn hours_ago(rng: &mut Rng, now: Instant) -> Instant {
    now.plus(-random::duration_between(rng, Duration::hours(1), Duration::hours(96)))
}
