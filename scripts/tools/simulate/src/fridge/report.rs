//! The health report of a fridge.

use super::Fridge;
use crate::{
    faults::Fault,
    message::{Kind, Message},
    random,
};
use chrono::Duration;
use fastrand::Rng;
use serde_json::{Value, json};
use shared::Instant;
use std::collections::BTreeMap;

/// A fault that lasts longer than this has an active ticket.
const TICKET_DELAY: Duration = Duration::minutes(30);

/// Each software artifact with the versions that fridges run, oldest first. The last one is the newest version that the
/// seeder stores.
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

/// The layout of a fridge and its software.
#[derive(Clone, Debug)]
pub(super) struct Build {
    /// How far the initial software lags behind.
    lag: usize,
    /// The versions of the artifacts that were deployed to the fridge.
    pub(super) installed: BTreeMap<String, String>,
    rows: u32,
    lite: bool,
}

impl Build {
    pub(super) fn new(rng: &mut Rng) -> Self {
        // Most fridges run the newest versions.
        let lag = if random::happens(rng, 80.0) { 0 } else { rng.usize(1..=2) };
        Self { lag, installed: BTreeMap::new(), rows: rng.u32(5..=6), lite: random::happens(rng, 15.0) }
    }

    /// The version of each artifact.
    fn versions(&self) -> BTreeMap<&str, &str> {
        let initial = |all: &[&'static str; 3]| all.iter().rev().nth(self.lag).copied().unwrap_or_default();
        let mut versions: BTreeMap<&str, &str> = SOFTWARE.iter().map(|(kind, all)| (*kind, initial(all))).collect();
        versions.extend(self.installed.iter().map(|(kind, version)| (kind.as_str(), version.as_str())));
        versions
    }

    fn software(&self) -> Vec<Value> {
        let versions = self.versions().into_iter();
        versions.map(|(kind, version)| json!({ "artifactType": kind, "version": version })).collect()
    }

    fn server(&self) -> String {
        self.versions().get("FRIDGE_JAVA_SERVER").copied().unwrap_or_default().to_owned()
    }

    fn layout(&self) -> Vec<Vec<Value>> {
        (0..self.rows).map(|y| (0..8).map(|x| json!({ "x": x, "y": y })).collect()).collect()
    }
}

/// The health report of `fridge` at `now`.
pub(super) fn report(fridge: &mut Fridge, now: Instant) -> Message {
    let speed = speed(&mut fridge.rng, fridge.faults.has(Fault::Network));
    let has = |fault| fridge.faults.has(fault);
    let (build, open) = (&fridge.build, fridge.is_open());
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
        "activeTicket": has_ticket(fridge, now),
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

/// The state of the vending unit. With several faults, it is the most severe one.
pub(super) fn state(fridge: &Fridge) -> &'static str {
    const FAULTS: [(Fault, &str); 4] = [
        (Fault::Motor, "STATUS_5_MOTOR_FAULT"),
        (Fault::ProductDetect, "STATUS_9_PRODUCT_DETECT_FAULT"),
        (Fault::Elevator, "STATUS_B_PRODUCT_UNDER_ELEVATOR"),
        (Fault::Timeout, "STATUS_FF_TIMEOUT"),
    ];
    if fridge.is_open() {
        return "STATUS_FF_DOOR_OPEN";
    }
    let fault = FAULTS.iter().find(|(fault, _)| fridge.faults.has(*fault));
    fault.map_or("STATUS_0_READY", |(_, state)| state)
}

/// The duration of a network probe in seconds; `None` if the probe failed.
fn speed(rng: &mut Rng, slow: bool) -> Option<f64> {
    let seconds = if slow { 0.5 + rng.f64() * 2.5 } else { 0.04 + rng.f64() * 0.3 };
    (!slow || random::happens(rng, 70.0)).then(|| (seconds * 1000.0).round() / 1000.0)
}

fn has_ticket(fridge: &Fridge, now: Instant) -> bool {
    [Fault::Warm, Fault::Motor, Fault::ProductDetect, Fault::Reader, Fault::OutOfOrder]
        .into_iter()
        .any(|fault| fridge.faults.since(fault).is_some_and(|since| now.since(since) > TICKET_DELAY))
}

fn reasons(fridge: &Fridge) -> Vec<&'static str> {
    let has = |fault| fridge.faults.has(fault);
    [
        (fridge.hold.on, "SAFETY_HOLD"),
        (fridge.out_of_order.on, "OUT_OF_ORDER"),
        (fridge.is_too_warm(), "TOO_WARM"),
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
    .filter_map(|(applies, reason)| applies.then_some(reason))
    .collect()
}
