//! Which temperatures are stored, how many are shown, and how they are formatted.

use super::alert::MAX_SAFE_TEMPERATURE;
use crate::model::FridgeTemperature;
use shared::Instant;

/// Reports within one interval of this many seconds store one temperature, unless it changed by [`MIN_CHANGE`].
const INTERVAL_SECONDS: i64 = 5 * 60;
/// Minimum change that is stored within an interval, in degrees Fahrenheit.
const MIN_CHANGE: f64 = 0.5;

/// Whether a temperature is stored: once in five minutes, and when it changed by half a degree since `before`, the last
/// reported temperature.
pub fn should_store(before: Option<FridgeTemperature>, current: FridgeTemperature) -> bool {
    let interval = |at: Instant| at.utc().timestamp().div_euclid(INTERVAL_SECONDS);
    before.is_none_or(|before| {
        interval(before.timestamp) != interval(current.timestamp)
            || (before.temperature - current.temperature).abs() >= MIN_CHANGE
    })
}

/// The upper limit of green temperatures. Temperatures up to [`MAX_SAFE_TEMPERATURE`] are orange, above it red
/// (`docs/requirements/health.md`, HLT-11).
const MAX_GREEN_TEMPERATURE: f64 = 38.0;
/// Maximum number of decimals of a formatted temperature.
const MAX_DECIMALS: usize = 6;

/// Formats a temperature, such as `44.6 °F`: with one decimal, or with more if it would otherwise read as a limit that
/// it exceeds. The web app formats the same way; both are tested with `cases/degrees.json`.
pub fn format_degrees(temperature: f64) -> String {
    let exceeded_limits =
        |value: f64| [MAX_GREEN_TEMPERATURE, MAX_SAFE_TEMPERATURE].iter().filter(|limit| value > **limit).count();
    let texts = (1..=MAX_DECIMALS).map(|decimals| format!("{temperature:.decimals$}"));
    let exact = |text: &String| text.parse().is_ok_and(|read| exceeded_limits(read) == exceeded_limits(temperature));
    format!("{} °F", texts.into_iter().find(exact).unwrap_or_else(|| temperature.to_string()))
}

/// At most about `max_points` of the temperatures, which are sorted by time. Each chunk contributes its highest value,
/// so that no peak is lost.
pub fn downsample(temperatures: Vec<FridgeTemperature>, max_points: usize) -> Vec<FridgeTemperature> {
    if temperatures.len() <= max_points {
        return temperatures;
    }
    let highest = |chunk: &[FridgeTemperature]| {
        chunk.iter().copied().max_by(|one, other| one.temperature.total_cmp(&other.temperature))
    };
    temperatures.chunks(temperatures.len().div_ceil(max_points.max(1))).filter_map(highest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn reading(at: &str, temperature: f64) -> FridgeTemperature {
        FridgeTemperature { timestamp: format!("2026-11-21T{at}Z").parse().unwrap(), temperature }
    }

    #[rstest]
    #[case::the_next_heartbeat("10:10:00", 38.0, true)]
    #[case::the_same_interval("10:04:59", 38.4, false)]
    #[case::the_next_interval("10:05:00", 38.0, true)]
    #[case::it_rose("10:00:01", 38.5, true)]
    #[case::it_fell("10:00:01", 37.5, true)]
    fn stores_a_temperature_once_in_five_minutes_and_when_it_changed(
        #[case] at: &str,
        #[case] temperature: f64,
        #[case] stored: bool,
    ) {
        assert_eq!(should_store(Some(reading("10:00:00", 38.0)), reading(at, temperature)), stored);
        assert!(should_store(None, reading(at, temperature)));
    }

    #[test]
    fn formats_a_temperature_so_that_it_does_not_read_as_a_limit_that_it_exceeds() {
        #[derive(serde::Deserialize)]
        struct Case {
            temperature: f64,
            text: String,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/degrees.json")).unwrap();
        for Case { temperature, text } in cases {
            assert_eq!(format_degrees(temperature), text);
        }
    }

    #[test]
    fn downsamples_a_long_trend_and_keeps_its_peaks() {
        let temperatures: Vec<_> =
            (0..1000).map(|second| reading(&format!("10:{:02}:{:02}", second / 60, second % 60), 38.0)).collect();
        let mut peaked = temperatures.clone();
        peaked[777].temperature = 50.0;
        let downsampled = downsample(peaked, 100);
        assert_eq!(downsampled.len(), 100);
        assert_eq!(downsampled.iter().filter(|reading| reading.temperature > 49.0).count(), 1);
        assert!(downsampled.windows(2).all(|pair| pair[0].timestamp < pair[1].timestamp));
        assert_eq!(downsample(temperatures.clone(), 1000), temperatures);
        assert!(downsample(Vec::new(), 0).is_empty());
    }
}
