//! Which temperatures are kept, how many are shown, and how one is written.

use super::alert::TOO_WARM_ABOVE;
use crate::model::FridgeTemperature;
use shared::Instant;

/// Reports of the same stretch of so many seconds leave one temperature, unless it moved.
const STRETCH: i64 = 5 * 60;
/// Degrees by which it moves.
const MOVED: f64 = 0.5;

/// Whether the temperature that a fridge told is kept, where the one before it was that: once in five minutes, and when
/// it moved.
pub fn is_kept(before: Option<FridgeTemperature>, told: FridgeTemperature) -> bool {
    let stretch = |at: Instant| at.utc().timestamp().div_euclid(STRETCH);
    before.is_none_or(|before| {
        stretch(before.timestamp) != stretch(told.timestamp) || (before.temperature - told.temperature).abs() >= MOVED
    })
}

/// Up to here a temperature is green; up to [`TOO_WARM_ABOVE`] it is orange, and red above (spec, section 4.3).
const GOOD_UP_TO: f64 = 38.0;
/// The most decimals of a temperature's text.
const DECIMALS: usize = 6;

/// A temperature as people read it, such as `44.6 °F`: with one decimal, or with as many as it takes that it does not
/// read as a limit that it exceeds. Held to `cases/degrees.json`, as the web app is.
pub fn degrees(temperature: f64) -> String {
    let limits_above = |value: f64| [GOOD_UP_TO, TOO_WARM_ABOVE].iter().filter(|limit| value > **limit).count();
    let texts = (1..=DECIMALS).map(|decimals| format!("{temperature:.decimals$}"));
    let exact = |text: &String| text.parse().is_ok_and(|read| limits_above(read) == limits_above(temperature));
    format!("{} °F", texts.into_iter().find(exact).unwrap_or_else(|| temperature.to_string()))
}

/// At most about `most` of the temperatures, which are in the order of time: of each stretch the highest, so that no
/// peak is lost.
pub fn thinned(temperatures: Vec<FridgeTemperature>, most: usize) -> Vec<FridgeTemperature> {
    if temperatures.len() <= most {
        return temperatures;
    }
    let highest = |some: &[FridgeTemperature]| {
        some.iter().copied().max_by(|one, other| one.temperature.total_cmp(&other.temperature))
    };
    temperatures.chunks(temperatures.len().div_ceil(most.max(1))).filter_map(highest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn told(at: &str, temperature: f64) -> FridgeTemperature {
        FridgeTemperature { timestamp: format!("2026-11-21T{at}Z").parse().unwrap(), temperature }
    }

    #[rstest]
    #[case::the_next_heartbeat("10:10:00", 38.0, true)]
    #[case::the_same_stretch("10:04:59", 38.4, false)]
    #[case::the_next_stretch("10:05:00", 38.0, true)]
    #[case::it_moved("10:00:01", 38.5, true)]
    #[case::it_fell("10:00:01", 37.5, true)]
    fn a_temperature_is_kept_once_in_five_minutes_and_when_it_moved(
        #[case] at: &str,
        #[case] temperature: f64,
        #[case] kept: bool,
    ) {
        assert_eq!(is_kept(Some(told("10:00:00", 38.0)), told(at, temperature)), kept);
        assert!(is_kept(None, told(at, temperature)));
    }

    #[test]
    fn a_temperature_does_not_read_as_a_limit_that_it_exceeds() {
        #[derive(serde::Deserialize)]
        struct Case {
            temperature: f64,
            text: String,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/degrees.json")).unwrap();
        for Case { temperature, text } in cases {
            assert_eq!(degrees(temperature), text);
        }
    }

    #[test]
    fn a_long_trend_is_thinned_and_keeps_its_peaks() {
        let temperatures: Vec<_> =
            (0..1000).map(|second| told(&format!("10:{:02}:{:02}", second / 60, second % 60), 38.0)).collect();
        let mut peaked = temperatures.clone();
        peaked[777].temperature = 50.0;
        let few = thinned(peaked, 100);
        assert_eq!(few.len(), 100);
        assert_eq!(few.iter().filter(|told| told.temperature > 49.0).count(), 1);
        assert!(few.windows(2).all(|pair| pair[0].timestamp < pair[1].timestamp));
        assert_eq!(thinned(temperatures.clone(), 1000), temperatures);
        assert!(thinned(Vec::new(), 0).is_empty());
    }
}
