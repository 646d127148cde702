//! Restores the state of a fridge from its latest stored report, so that a restart of the simulator changes neither the
//! reported state nor the effects of commands.

use super::{Fridge, MAX_SAFE_TEMPERATURE, Switch};
use crate::faults::Fault;
use chrono::Duration;
use health::model::HealthReport;
use shared::Instant;

/// A fridge whose latest report is newer than this is not silent.
const MAX_REPORT_AGE: Duration = Duration::minutes(30);

impl Fridge {
    /// Restores the state from the latest report, which has the time `at`.
    pub fn restore(&mut self, report: &HealthReport, at: Instant, now: Instant) {
        if let Some(temperature) = report.temperature {
            self.climate.restore(temperature, now);
        }
        let restore_switch = |switch: &mut Switch, on: Option<bool>, since| {
            if let Some(on) = on.filter(|on| *on != switch.on || since != switch.since) {
                *switch = Switch { on, since, automatic: false };
            }
        };
        restore_switch(&mut self.hold, report.safety_hold, report.safety_hold_ts);
        restore_switch(&mut self.out_of_order, report.out_of_order, report.out_of_order_ts);
        let not_silent = (now.since(at) < MAX_REPORT_AGE).then_some((Fault::Silent, false));
        let reported = faults(report).into_iter().filter_map(|(fault, has)| Some((fault, has?)));
        for (fault, has) in reported.chain(not_silent) {
            self.faults.restore(fault, has, &mut self.rng, now);
        }
        (self.warm_since, self.cold_since) = (None, None);
        self.update_safety_hold(now);
    }
}

/// For each fault, whether the fridge has it according to `report`; `None` if the report does not say.
fn faults(report: &HealthReport) -> Vec<(Fault, Option<bool>)> {
    let in_state = |state: &str| report.jofemar_state.as_deref().map(|reported| reported == state);
    let not = |value: Option<bool>| value.map(|value| !value);
    vec![
        (Fault::Motor, in_state("STATUS_5_MOTOR_FAULT")),
        (Fault::ProductDetect, in_state("STATUS_9_PRODUCT_DETECT_FAULT")),
        (Fault::Elevator, in_state("STATUS_B_PRODUCT_UNDER_ELEVATOR")),
        (Fault::Timeout, in_state("STATUS_FF_TIMEOUT")),
        (Fault::Door, in_state("STATUS_FF_DOOR_OPEN")),
        (Fault::Reader, not(report.card_reader)),
        (Fault::Touch, not(report.elo)),
        (Fault::Display, not(report.hdmi)),
        (Fault::Layout, not(report.electrical_layout)),
        (Fault::Inaccessible, report.inaccessible),
        (Fault::OutOfOrder, report.out_of_order),
        (Fault::Warm, report.temperature.map(|temperature| temperature > MAX_SAFE_TEMPERATURE)),
    ]
}
