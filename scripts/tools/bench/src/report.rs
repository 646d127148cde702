//! The table that is printed.

use crate::measure::Measured;
use std::time::Duration;

/// The names of the columns.
pub(crate) fn heading() -> String {
    format!(
        "{:<32} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "function", "cold ms", "p50 ms", "p99 ms", "CPU ms", "peak MiB", "size MB"
    )
}

/// One function's figures.
pub(crate) fn line(name: &str, measured: &Measured) -> String {
    let millis = |duration: Duration| duration.as_secs_f64() * 1e3;
    format!(
        "{name:<32} {:>8.1} {:>8.2} {:>8.2} {:>8.2} {:>8} {:>6}.{}",
        millis(measured.cold),
        millis(measured.p50),
        millis(measured.p99),
        millis(measured.cpu),
        measured.memory.div_ceil(1024),
        measured.size / 1_000_000,
        measured.size / 100_000 % 10,
    )
}
