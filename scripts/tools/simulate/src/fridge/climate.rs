//! The temperature in a fridge, depending on the compressor and the door.

use crate::random;
use chrono::Duration;
use fastrand::Rng;
use shared::Instant;

/// The temperature of the room. All temperatures are in degrees Fahrenheit.
const ROOM_TEMPERATURE: f64 = 71.0;
/// The time in which a working fridge covers two thirds of the difference to its setpoint.
const COOLING_TIME: Duration = Duration::minutes(35);
/// The time in which a fridge without a compressor covers two thirds of the difference to the room temperature.
const WARMING_TIME: Duration = Duration::hours(4);
/// The same time for a fridge with an open door.
const OPEN_DOOR_WARMING_TIME: Duration = Duration::minutes(50);
/// The standard deviation of a working fridge's temperature.
const FLUCTUATION: f64 = 0.8;
/// The increase of the temperature while a driver stocks the fridge.
const STOCKING_INCREASE: f64 = 2.2;

/// The temperature of one fridge.
#[derive(Clone, Debug)]
pub(super) struct Climate {
    setpoint: f64,
    temperature: f64,
    at: Instant,
}

/// The condition that determines the temperature.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mode {
    /// The compressor keeps the setpoint.
    Cooling,
    /// The compressor is off.
    CompressorOff,
    /// The door is open.
    DoorOpen,
}

impl Climate {
    /// The temperature at `now` of a fridge that has cooled for a long time. If `compressor_off` is given, the
    /// compressor has been off since then.
    pub(super) fn new(rng: &mut Rng, now: Instant, compressor_off: Option<Instant>) -> Self {
        let setpoint = [35.0, 36.0, 36.0, 36.0, 37.0].get(rng.usize(..5)).copied().unwrap_or(36.0);
        let at = compressor_off.unwrap_or(now).min(now);
        let mut climate = Self { setpoint, temperature: setpoint + random::normal(rng) * 0.5, at };
        climate.advance(rng, now, Mode::CompressorOff);
        climate
    }

    /// Advances the temperature to `now`.
    pub(super) fn advance(&mut self, rng: &mut Rng, now: Instant, mode: Mode) {
        let elapsed = now.since(self.at).as_seconds_f64().max(0.0);
        let (target, time_constant) = match mode {
            Mode::Cooling => (self.setpoint, COOLING_TIME),
            Mode::CompressorOff => (ROOM_TEMPERATURE, WARMING_TIME),
            Mode::DoorOpen => (ROOM_TEMPERATURE, OPEN_DOOR_WARMING_TIME),
        };
        let remaining = (-elapsed / time_constant.as_seconds_f64()).exp();
        let scale = if mode == Mode::Cooling { 1.0 } else { 0.2 };
        let fluctuation = random::normal(rng) * FLUCTUATION * (1.0 - remaining * remaining).sqrt() * scale;
        self.temperature = target + (self.temperature - target) * remaining + fluctuation;
        self.at = now;
    }

    /// Restores a reported temperature.
    pub(super) fn restore(&mut self, temperature: f64, now: Instant) {
        (self.temperature, self.at) = (temperature, now);
    }

    /// Adds the warm air that enters while a driver stocks the fridge.
    pub(super) fn warm_by_stocking(&mut self) {
        self.temperature += STOCKING_INCREASE;
    }

    /// The temperature as the fridge's thermometer reports it, rounded to tenths of a degree.
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

    fn temperature_after(climate: &mut Climate, rng: &mut Rng, minutes: i64, mode: Mode) -> f64 {
        let start = climate.at;
        for minute in 1..=minutes {
            climate.advance(rng, start.plus(Duration::minutes(minute)), mode);
        }
        climate.temperature()
    }

    #[test]
    fn a_working_fridge_stays_near_its_setpoint_and_below_41_degrees() {
        let mut rng = random::rng_for(1, "one");
        let mut climate = Climate::new(&mut rng, now(), None);
        for _ in 0..1000 {
            let temperature = temperature_after(&mut climate, &mut rng, 10, Mode::Cooling);
            assert!((temperature - climate.setpoint()).abs() < 4.0, "{temperature}");
            assert!(temperature < 41.0, "{temperature}");
        }
    }

    #[test]
    fn a_fridge_without_compressor_exceeds_41_degrees_within_two_hours_and_stays_near_room_temperature() {
        let mut rng = random::rng_for(1, "one");
        let mut climate = Climate::new(&mut rng, now(), None);
        assert!(temperature_after(&mut climate, &mut rng, 10, Mode::CompressorOff) < 41.0);
        assert!(temperature_after(&mut climate, &mut rng, 110, Mode::CompressorOff) > 41.0);
        assert!(temperature_after(&mut climate, &mut rng, 3000, Mode::CompressorOff) < ROOM_TEMPERATURE + 2.0);
    }

    #[test]
    fn an_open_door_warms_the_fridge_faster_and_a_fixed_fridge_is_cold_after_three_hours() {
        let mut rng = random::rng_for(1, "one");
        let mut climate = Climate::new(&mut rng, now(), None);
        assert!(temperature_after(&mut climate, &mut rng, 20, Mode::DoorOpen) > 41.0);
        assert!(temperature_after(&mut climate, &mut rng, 180, Mode::Cooling) < 40.0);
    }

    #[test]
    fn the_fridge_is_cold_again_three_hours_after_stocking() {
        let mut rng = random::rng_for(1, "one");
        let mut climate = Climate::new(&mut rng, now(), None);
        let before = climate.temperature();
        climate.warm_by_stocking();
        assert!(climate.temperature() > before + 2.0);
        assert!((temperature_after(&mut climate, &mut rng, 180, Mode::Cooling) - before).abs() < 3.5);
    }
}
