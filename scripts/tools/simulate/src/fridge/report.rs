//! A fridge's report of its health: what it shows of its state, as monitoring wants it.

use super::Fridge;
use crate::{
    chance,
    faults::Fault,
    message::{Kind, Message},
};
use chrono::Duration;
use fastrand::Rng;
use serde_json::{Value, json};
use shared::Instant;

/// A fault that lasts longer has a ticket.
const TICKET: Duration = Duration::minutes(30);

/// What runs on a fridge: each kind, and the versions that are about, the commonest last: the newest that the seeder
/// offers.
const SOFTWARE: [(&str, [&str; 3]); 8] = [
    ("FRIDGE_UI_APPLICATION", ["5.21.0", "5.21.3", "5.22.0"]),
    ("FRIDGE_JAVA_SERVER", ["2.10.0", "2.10.2", "2.11.1"]),
    ("FRIDGE_AGENT", ["3.10.0", "3.11.0", "3.12.0"]),
    ("FRIDGE_INVENTORY", ["1.11", "1.12", "1.13"]),
    ("FRIDGE_PRICING_PARSER", ["4.0.7", "4.1.0", "4.1.2"]),
    ("FRIDGE_PRICING_CONSUMER", ["4.0.8", "4.1.0", "4.2.0"]),
    ("FRIDGE_HEARTBEAT", ["11 10 0", "12 0 0", "12 0 3"]),
    ("FRIDGE_JAVA_SERVER_CONFIG", ["1.44", "1.45", "1.46"]),
];

/// What a fridge reports of what seldom changes; small, for there are many fridges.
#[derive(Clone, Debug)]
pub(super) struct Build {
    lag: usize,
    rows: u32,
    lite: bool,
}

impl Build {
    pub(super) fn begin(rng: &mut Rng) -> Self {
        // Most fridges have the newest of all; some lag.
        let lag = if chance::percent(rng, 80.0) { 0 } else { rng.usize(1..=2) };
        Self { lag, rows: rng.u32(5..=6), lite: chance::percent(rng, 15.0) }
    }

    fn version(&self, versions: &[&'static str; 3]) -> &'static str {
        versions.iter().rev().nth(self.lag).copied().unwrap_or_default()
    }

    fn software(&self) -> Vec<Value> {
        SOFTWARE.iter().map(|(kind, all)| json!({ "artifactType": kind, "version": self.version(all) })).collect()
    }

    fn server(&self) -> &'static str {
        SOFTWARE.get(1).map(|(_, all)| self.version(all)).unwrap_or_default()
    }

    fn layout(&self) -> Vec<Vec<Value>> {
        (0..self.rows).map(|y| (0..8).map(|x| json!({ "x": x, "y": y })).collect()).collect()
    }
}

/// The report that `fridge` makes now.
pub(super) fn report(fridge: &mut Fridge, now: Instant) -> Message {
    let speed = speed(&mut fridge.rng, fridge.faults.has(Fault::Network));
    let has = |fault| fridge.faults.has(fault);
    let (build, open) = (&fridge.build, fridge.open());
    let latch = if open { "OPEN" } else { "CLOSED" };
    let lock = if open { "UNLOCKED" } else { "LOCKED" };
    let fields = json!({
        "jofemarState": state(fridge),
        "safetyHold": fridge.hold.on,
        "safetyHoldTs": fridge.hold.since,
        "outOfOrder": fridge.out_of_order.on,
        "outOfOrderTs": fridge.out_of_order.since,
        "inaccessible": has(Fault::Inaccessible),
        "hdmi": !has(Fault::Display),
        "elo": !has(Fault::Touch),
        "cardReader": !has(Fault::Reader),
        "electricalLayout": !has(Fault::Layout),
        "activeTicket": ticket(fridge, now),
        "temperature": fridge.climate.temperature(),
        "temperatureSetpoint": fridge.climate.setpoint(),
        "networkSpeed": speed.map_or_else(|| json!({}), |speed| json!({ "previousSpeed": speed })),
        "serverVersion": build.server(),
        "allReasons": reasons(fridge),
        "connectedLayout": if has(Fault::Layout) { Vec::new() } else { build.layout() },
        "recycleDoorState": { "doorState": "CLOSED", "lockState": "LOCKED" },
        "sundryDoorState": { "doorState": latch, "lockState": lock },
        "liteFridgeState": build.lite.then(|| json!({
            "topShellLatchState": latch, "bottomShellLatchState": "CLOSED", "shellLockState": lock,
            "status": if open { "OPEN" } else { "READY" },
        })),
        "software": build.software(),
    });
    Message::new(Kind::HealthReport, &fridge.id, now, fields)
}

/// What the vending unit says: of several, what keeps it from selling most.
pub(super) fn state(fridge: &Fridge) -> &'static str {
    const FAULTS: [(Fault, &str); 4] = [
        (Fault::Motor, "STATUS_5_MOTOR_FAULT"),
        (Fault::ProductDetect, "STATUS_9_PRODUCT_DETECT_FAULT"),
        (Fault::Elevator, "STATUS_B_PRODUCT_UNDER_ELEVATOR"),
        (Fault::Timeout, "STATUS_FF_TIMEOUT"),
    ];
    if fridge.open() {
        return "STATUS_FF_DOOR_OPEN";
    }
    let fault = FAULTS.iter().find(|(fault, _)| fridge.faults.has(*fault));
    fault.map_or("STATUS_0_READY", |(_, state)| state)
}

/// Seconds that a probe of the network took; nothing where it did not come back.
fn speed(rng: &mut Rng, slow: bool) -> Option<f64> {
    let seconds = if slow { 0.5 + rng.f64() * 2.5 } else { 0.04 + rng.f64() * 0.3 };
    (!slow || chance::percent(rng, 70.0)).then(|| (seconds * 1000.0).round() / 1000.0)
}

fn ticket(fridge: &Fridge, now: Instant) -> bool {
    [Fault::Warm, Fault::Motor, Fault::ProductDetect, Fault::Reader, Fault::OutOfOrder]
        .into_iter()
        .any(|fault| fridge.faults.since(fault).is_some_and(|since| now.since(since) > TICKET))
}

fn reasons(fridge: &Fridge) -> Vec<&'static str> {
    let has = |fault| fridge.faults.has(fault);
    [
        (fridge.hold.on, "SAFETY_HOLD"),
        (fridge.out_of_order.on, "OUT_OF_ORDER"),
        (fridge.too_warm(), "TOO_WARM"),
        (has(Fault::Motor), "MOTOR_FAULT"),
        (has(Fault::ProductDetect), "PRODUCT_DETECT_FAULT"),
        (has(Fault::Elevator), "PRODUCT_UNDER_ELEVATOR"),
        (has(Fault::Timeout), "VENDING_TIMEOUT"),
        (has(Fault::Door), "DOOR_OPEN"),
        (has(Fault::Reader), "CARD_READER_LOST"),
        (has(Fault::Touch), "TOUCHSCREEN_LOST"),
        (has(Fault::Display), "DISPLAY_LOST"),
        (has(Fault::Layout), "LAYOUT_LOST"),
        (has(Fault::Inaccessible), "INACCESSIBLE"),
    ]
    .into_iter()
    .filter_map(|(so, reason)| so.then_some(reason))
    .collect()
}
