//! Going on from what is known of a fridge: a simulator that is started again takes nothing back that was told, nor
//! what staff did by commands.

use super::{Fridge, Switch, TOO_WARM};
use crate::faults::Fault;
use chrono::Duration;
use health::model::HealthReport;
use shared::Instant;

/// Of a fridge that told something in this time it is known that it is not silent.
const HEARD: Duration = Duration::minutes(30);

impl Fridge {
    /// Takes over what the fridge told last, which was at the time `at`.
    pub fn resume(&mut self, told: &HealthReport, at: Instant, now: Instant) {
        if let Some(temperature) = told.temperature {
            self.climate.resume(temperature, now);
        }
        let switch = |switch: &mut Switch, on: Option<bool>, since| {
            if let Some(on) = on.filter(|on| *on != switch.on || since != switch.since) {
                *switch = Switch { on, since, by_itself: false };
            }
        };
        switch(&mut self.hold, told.safety_hold, told.safety_hold_ts);
        switch(&mut self.out_of_order, told.out_of_order, told.out_of_order_ts);
        let heard = (now.since(at) < HEARD).then_some((Fault::Silent, false));
        let known = faults(told).into_iter().filter_map(|(fault, has)| Some((fault, has?)));
        for (fault, has) in known.chain(heard) {
            self.faults.resume(fault, has, &mut self.rng, now);
        }
        (self.warm_since, self.cold_since) = (None, None);
        self.keep_food_safe(now);
    }
}

/// The faults that a report tells of; of what it does not tell nothing is known.
fn faults(told: &HealthReport) -> Vec<(Fault, Option<bool>)> {
    let state = |state: &str| told.jofemar_state.as_deref().map(|told| told == state);
    let lost = |there: Option<bool>| there.map(|there| !there);
    vec![
        (Fault::Motor, state("STATUS_5_MOTOR_FAULT")),
        (Fault::ProductDetect, state("STATUS_9_PRODUCT_DETECT_FAULT")),
        (Fault::Elevator, state("STATUS_B_PRODUCT_UNDER_ELEVATOR")),
        (Fault::Timeout, state("STATUS_FF_TIMEOUT")),
        (Fault::Door, state("STATUS_FF_DOOR_OPEN")),
        (Fault::Reader, lost(told.card_reader)),
        (Fault::Touch, lost(told.elo)),
        (Fault::Display, lost(told.hdmi)),
        (Fault::Layout, lost(told.electrical_layout)),
        (Fault::Inaccessible, told.inaccessible),
        (Fault::OutOfOrder, told.out_of_order),
        (Fault::Warm, told.temperature.map(|temperature| temperature > TOO_WARM)),
    ]
}
