//! How warm it is in a fridge: air, what is in it, a compressor, and doors that let the room in.

use crate::chance;
use chrono::Duration;
use fastrand::Rng;
use shared::Instant;

/// The room, in degrees Fahrenheit like all here.
const ROOM: f64 = 71.0;
/// A cold fridge is back at its setpoint: two thirds of the way in this time.
const COOLS: Duration = Duration::minutes(35);
/// A fridge whose compressor stands still warms up: two thirds of the way to the room in this time.
const WARMS: Duration = Duration::hours(4);
/// A fridge whose door stands open.
const WARMS_OPEN: Duration = Duration::minutes(50);
/// How far the thermostat lets it wander.
const WANDERS: f64 = 0.8;
/// What a driver's long door lets in.
const STOCKED: f64 = 2.2;

/// The temperature of one fridge.
#[derive(Clone, Debug)]
pub(super) struct Climate {
    setpoint: f64,
    temperature: f64,
    at: Instant,
}

/// What drives the temperature.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Drive {
    /// The compressor holds the setpoint.
    Cooling,
    /// The compressor stands still.
    Still,
    /// The door stands open.
    Open,
}

impl Climate {
    /// A fridge at `now` that has been driven so for a long time, or without a compressor only since `still`.
    pub(super) fn begin(rng: &mut Rng, now: Instant, still: Option<Instant>) -> Self {
        let setpoint = [35.0, 36.0, 36.0, 36.0, 37.0].get(rng.usize(..5)).copied().unwrap_or(36.0);
        let begun = still.unwrap_or(now).min(now);
        let mut climate = Self { setpoint, temperature: setpoint + chance::bell(rng) * 0.5, at: begun };
        climate.pass(rng, now, Drive::Still);
        climate
    }

    /// Lets the time up to `now` pass.
    pub(super) fn pass(&mut self, rng: &mut Rng, now: Instant, drive: Drive) {
        let time = now.since(self.at).as_seconds_f64().max(0.0);
        let (target, pace) = match drive {
            Drive::Cooling => (self.setpoint, COOLS),
            Drive::Still => (ROOM, WARMS),
            Drive::Open => (ROOM, WARMS_OPEN),
        };
        let left = (-time / pace.as_seconds_f64()).exp();
        let wander =
            chance::bell(rng) * WANDERS * (1.0 - left * left).sqrt() * if drive == Drive::Cooling { 1.0 } else { 0.2 };
        self.temperature = target + (self.temperature - target) * left + wander;
        self.at = now;
    }

    /// Takes over what it is known to be at `now`.
    pub(super) fn resume(&mut self, temperature: f64, now: Instant) {
        (self.temperature, self.at) = (temperature, now);
    }

    /// A driver fills the fridge.
    pub(super) fn stocked(&mut self) {
        self.temperature += STOCKED;
    }

    /// In tenths of a degree, as a fridge's thermometer tells it.
    pub(super) fn temperature(&self) -> f64 {
        (self.temperature * 10.0).round() / 10.0
    }

    pub(super) fn setpoint(&self) -> f64 {
        self.setpoint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Instant {
        "2026-11-21T16:00:00Z".parse().unwrap()
    }

    fn after(climate: &mut Climate, rng: &mut Rng, minutes: i64, drive: Drive) -> f64 {
        let begun = climate.at;
        for minute in 1..=minutes {
            climate.pass(rng, begun.plus(Duration::minutes(minute)), drive);
        }
        climate.temperature()
    }

    #[test]
    fn a_fridge_that_works_stays_about_its_setpoint_and_food_stays_safe() {
        let mut rng = chance::named(1, "one");
        let mut climate = Climate::begin(&mut rng, now(), None);
        for _ in 0..1000 {
            let temperature = after(&mut climate, &mut rng, 10, Drive::Cooling);
            assert!((temperature - climate.setpoint()).abs() < 4.0, "{temperature}");
            assert!(temperature < 41.0, "{temperature}");
        }
    }

    #[test]
    fn without_its_compressor_it_is_too_warm_within_the_hour_or_two_and_never_warmer_than_the_room() {
        let mut rng = chance::named(1, "one");
        let mut climate = Climate::begin(&mut rng, now(), None);
        assert!(after(&mut climate, &mut rng, 10, Drive::Still) < 41.0);
        assert!(after(&mut climate, &mut rng, 110, Drive::Still) > 41.0);
        assert!(after(&mut climate, &mut rng, 3000, Drive::Still) < ROOM + 2.0);
    }

    #[test]
    fn an_open_door_warms_faster_and_a_mended_fridge_is_cold_again_within_hours() {
        let mut rng = chance::named(1, "one");
        let mut climate = Climate::begin(&mut rng, now(), None);
        assert!(after(&mut climate, &mut rng, 20, Drive::Open) > 41.0);
        assert!(after(&mut climate, &mut rng, 180, Drive::Cooling) < 40.0);
    }

    #[test]
    fn what_a_driver_lets_in_is_gone_soon() {
        let mut rng = chance::named(1, "one");
        let mut climate = Climate::begin(&mut rng, now(), None);
        let before = climate.temperature();
        climate.stocked();
        assert!(climate.temperature() > before + 2.0);
        assert!((after(&mut climate, &mut rng, 180, Drive::Cooling) - before).abs() < 3.5);
    }
}
