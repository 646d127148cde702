//! Formats the table of measurements.

use crate::measure::Measurement;
use std::time::Duration;

/// The header row.
pub(crate) fn header() -> String {
    format!(
        "{:<32} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "function", "cold ms", "of floor", "p50 ms", "p99 ms", "CPU ms", "peak MiB", "size MB"
    )
}

/// The row of one function. `floor` is the measurement of the floor in alternation. `of floor` is the ratio of their cold times.
pub(crate) fn row(name: &str, measurement: &Measurement, floor: Option<&Measurement>) -> String {
    let millis = |duration: Duration| duration.as_secs_f64() * 1e3;
    let of_floor = |floor: &Measurement| format!("{:.2}", measurement.cold.as_secs_f64() / floor.cold.as_secs_f64());
    format!(
        "{name:<32} {:>8.1} {:>8} {:>8.2} {:>8.2} {:>8.2} {:>8} {:>6}.{}",
        millis(measurement.cold),
        floor.map(of_floor).unwrap_or_default(),
        millis(measurement.p50),
        millis(measurement.p99),
        millis(measurement.cpu),
        measurement.memory.div_ceil(1024),
        measurement.size / 1_000_000,
        measurement.size / 100_000 % 10,
    )
}
