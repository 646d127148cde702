//! One fridge: its state, what happens to it, and what it tells. Pure: time and chance are handed in.

mod climate;
mod command;
mod customers;
mod report;
mod resume;
mod stock;

#[cfg(test)]
mod tests;

pub use command::Command;
pub use stock::{ROWS, dishes, places};

use crate::{
    chance,
    faults::{Fault, Faults, Shares},
    message::{Kind, Message},
};
use chrono::Duration;
use chrono_tz::Tz;
use climate::{Climate, Drive};
use command::Inbox;
use fastrand::Rng;
use locations::model::LocationId;
use report::Build;
use serde_json::{Value, json};
use shared::Instant;
use stock::Stock;

/// Above this food is not safe: the food code's 41 °F.
const TOO_WARM: f64 = 41.0;
/// For so long it may be; then the fridge holds all sales by itself.
const MAY_BE_WARM: Duration = Duration::minutes(30);
/// A hold that the fridge began ends this long after it is cold again: by then somebody has looked after it.
const LOOKED_AFTER: Duration = Duration::hours(2);

/// How a fleet is kept alive.
#[derive(Clone, Debug)]
pub struct Pace {
    /// The time between two reports of a fridge.
    pub every: Duration,
    /// The time between two inventories of a fridge; none where it is not positive.
    pub inventory_every: Duration,
    /// Customers of a fridge on a working day.
    pub customers: f64,
    /// How large a share of the fleet each fault has.
    pub faults: Shares,
    /// Where chance begins.
    pub seed: u64,
}

/// A fridge of the fleet.
#[derive(Clone, Debug)]
pub struct Fridge {
    id: LocationId,
    zone: Tz,
    rng: Rng,
    pace: Pace,
    faults: Faults,
    climate: Climate,
    build: Build,
    stock: Stock,
    inbox: Inbox,
    hold: Switch,
    out_of_order: Switch,
    warm_since: Option<Instant>,
    cold_since: Option<Instant>,
    reports: Instant,
    counts: Option<Instant>,
    customer: Option<Instant>,
}

/// Something that is on or off, since when, and whether the fridge itself did it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Switch {
    on: bool,
    since: Option<Instant>,
    by_itself: bool,
}

impl Switch {
    fn on(now: Instant) -> Self {
        Self { on: true, since: Some(now), by_itself: false }
    }

    fn off(now: Instant) -> Self {
        Self { on: false, since: Some(now), by_itself: false }
    }
}

impl Fridge {
    /// A fridge at `now` that has stood there for a long time.
    pub fn begin(id: LocationId, zone: Tz, pace: &Pace, now: Instant) -> Self {
        let mut rng = chance::named(pace.seed, id.as_str());
        // Reports are spread over time: each fridge has a moment of its own, whatever else is drawn.
        let reports = now.plus(chance::between(&mut rng, Duration::zero(), pace.every));
        let counts = (pace.inventory_every > Duration::zero())
            .then(|| now.plus(chance::between(&mut rng, Duration::zero(), pace.inventory_every)));
        let faults = Faults::begin(&pace.faults, &mut rng, now);
        let climate = Climate::begin(&mut rng, now, faults.since(Fault::Warm));
        let out_of_order = match faults.since(Fault::OutOfOrder) {
            Some(since) => Switch { on: true, since: Some(since), by_itself: true },
            // Some were, some time ago.
            None => {
                Switch { since: chance::percent(&mut rng, 10.0).then(|| hours_ago(&mut rng, now)), ..Switch::default() }
            }
        };
        let since = chance::percent(&mut rng, 5.0).then(|| hours_ago(&mut rng, now));
        let mut fridge = Self {
            build: Build::begin(&mut rng),
            stock: Stock::begin(&mut rng, now.central_date()),
            customer: customers::next(&mut rng, now, pace.customers, zone),
            inbox: Inbox::default(),
            hold: Switch { since, ..Switch::default() },
            warm_since: faults.since(Fault::Warm).map(|since| since.plus(MAY_BE_WARM)),
            cold_since: None,
            pace: pace.clone(),
            id,
            zone,
            rng,
            faults,
            climate,
            out_of_order,
            reports,
            counts,
        };
        fridge.keep_food_safe(now);
        fridge
    }

    /// The location.
    pub fn id(&self) -> &LocationId {
        &self.id
    }

    /// When something happens next.
    pub fn next(&self) -> Instant {
        [self.counts, self.customer, self.inbox.next(), self.faults.next()]
            .into_iter()
            .flatten()
            .fold(self.reports, Instant::min)
    }

    /// Lets happen what does so up to `now`; answers what the fridge tells of it.
    pub fn act(&mut self, now: Instant) -> Vec<Message> {
        self.pass(now);
        let mut messages = Vec::new();
        let turned = self.faults.turn(&mut self.rng, now);
        for fault in &turned {
            messages.extend(self.turned(*fault, now));
        }
        if self.customer.is_some_and(|at| at <= now) {
            let served = self.sells();
            messages.extend(customers::session(&mut self.rng, &self.id, now, served, &mut self.stock));
            self.customer = customers::next(&mut self.rng, now, self.pace.customers, self.zone);
        }
        if self.counts.is_some_and(|at| at <= now) {
            messages.push(self.inventory(now));
            self.counts = Some(now.plus(self.pace.inventory_every));
        }
        messages.extend(command::obey(self, now));
        // Besides the regular ones there is a report when something changed.
        if self.reports <= now || !turned.is_empty() {
            messages.push(self.report(now));
        }
        while self.reports <= now {
            self.reports = self.reports.plus(self.pace.every.max(Duration::seconds(1)));
        }
        if self.faults.has(Fault::Silent) { Vec::new() } else { messages }
    }

    /// What was heard last of a fridge at `now`.
    pub fn words(&mut self, now: Instant) -> Message {
        self.last_words(now).unwrap_or_else(|| self.report(now))
    }

    /// What was heard last of a fridge that is silent at `now`.
    pub fn last_words(&mut self, now: Instant) -> Option<Message> {
        let silent = self.faults.since(Fault::Silent)?;
        Some(Message { occurred_at: silent.min(now), ..self.report(now) })
    }

    /// Takes a command that arrives at `now`.
    pub fn take(&mut self, command: Command, now: Instant) {
        let latency = chance::between(&mut self.rng, Duration::milliseconds(300), Duration::seconds(2));
        self.inbox.take(command, now.plus(latency));
    }

    /// A driver opens the fridge, and at `now` has filled it.
    pub fn stocked(&mut self, opened: Instant, now: Instant) -> Vec<Message> {
        self.pass(now);
        // Drivers switch off and on again what does not answer.
        self.try_to_mend(&[Fault::Silent, Fault::Door, Fault::Elevator], 60.0, now);
        self.climate.stocked();
        self.stock.fill(now.central_date());
        if self.hold.by_itself && !self.too_warm() {
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

    /// What is warm gets warmer, and what follows from it.
    fn pass(&mut self, now: Instant) {
        let drive = match (self.faults.has(Fault::Door), self.faults.has(Fault::Warm)) {
            (true, _) => Drive::Open,
            (_, true) => Drive::Still,
            _ => Drive::Cooling,
        };
        self.climate.pass(&mut self.rng, now, drive);
        self.keep_food_safe(now);
    }

    fn keep_food_safe(&mut self, now: Instant) {
        if self.too_warm() {
            let since = *self.warm_since.get_or_insert(now);
            self.cold_since = None;
            if !self.hold.on && now.since(since) > MAY_BE_WARM {
                self.hold = Switch { on: true, since: Some(since.plus(MAY_BE_WARM)), by_itself: true };
            }
        } else {
            let since = *self.cold_since.get_or_insert(now);
            self.warm_since = None;
            if self.hold.on && self.hold.by_itself && now.since(since) > LOOKED_AFTER {
                self.hold = Switch::off(now);
            }
        }
    }

    /// What comes with a fault, or goes with it.
    fn turned(&mut self, fault: Fault, now: Instant) -> Option<Message> {
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
                    self.out_of_order = Switch { by_itself: true, ..Switch::on(now) };
                }
                "OUT_OF_ORDER"
            }
            (Fault::OutOfOrder, false) => {
                if self.out_of_order.by_itself {
                    self.out_of_order = Switch::off(now);
                }
                "IN_ORDER"
            }
            // It begins again.
            (Fault::Silent, false) => "STARTED",
            _ => return None,
        };
        Some(self.event(now, event, &json!({ "state": report::state(self) })))
    }

    /// Mends those of `faults` that it has, so many of a hundred.
    fn try_to_mend(&mut self, faults: &[Fault], share: f64, now: Instant) {
        for fault in faults {
            if chance::percent(&mut self.rng, share) {
                self.faults.mend(*fault, &mut self.rng, now);
            }
        }
    }

    fn too_warm(&self) -> bool {
        self.climate.temperature() > TOO_WARM
    }

    fn open(&self) -> bool {
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

    /// What is in it at `now`.
    pub fn inventory(&self, now: Instant) -> Message {
        Message::new(Kind::Inventory, &self.id, now, self.stock.told())
    }

    fn event(&self, at: Instant, name: &str, data: &Value) -> Message {
        Message::new(Kind::CheckpointEvent, &self.id, at, json!({ "name": name, "data": data }))
    }
}

fn hours_ago(rng: &mut Rng, now: Instant) -> Instant {
    now.plus(-chance::between(rng, Duration::hours(1), Duration::hours(96)))
}
