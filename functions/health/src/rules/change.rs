//! What of a report is news.

use crate::model::HealthReport;
use chrono::Duration;
use serde_json::Value;
use shared::{
    Instant,
    audit::{self, Change},
};

/// What moves all the time: measured, not decided.
const MEASURED: [&str; 3] = ["temperature", "temperatureSetpoint", "networkSpeed"];

/// How old what a fridge's page shows may become before it is told of a report without news.
const STALE: Duration = Duration::minutes(5);

/// The attributes whose values differ between two reports, other than measurements.
pub fn changes(before: &HealthReport, after: &HealthReport) -> Vec<Change> {
    let value = |report: &HealthReport| serde_json::to_value(report).unwrap_or(Value::Null);
    if before == after { Vec::new() } else { audit::changes(&value(before), &value(after), &MEASURED) }
}

/// Whether those who watch the whole fleet want to know of `after`: what they see of a fridge is other than before, or
/// its temperature passed one of the limits of the spec (section 4.3) or moved by a degree.
pub fn is_news_of_the_fleet(before: &HealthReport, after: &HealthReport) -> bool {
    let seen = |report: &HealthReport| {
        (report.jofemar_state.clone(), report.safety_hold, report.out_of_order, report.inaccessible)
    };
    // Whole degrees: 38 and 41, which divide the colours, are among their limits.
    let degrees = |report: &HealthReport| report.temperature.map(f64::ceil);
    seen(before) != seen(after) || degrees(before) != degrees(after)
}

/// Whether those who look at one fridge want to know of `after`: anything of it changed but tenths of a measurement, or
/// what they see is old.
pub fn is_news_of_the_fridge((before, was): (&HealthReport, Instant), (after, is): (&HealthReport, Instant)) -> bool {
    is.since(was) >= STALE || is_news_of_the_fleet(before, after) || !changes(before, after).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;
    use serde_json::json;

    fn report(value: Value) -> HealthReport {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn changes_name_what_was_decided_and_not_what_was_measured() {
        let before = report(json!({"temperature": 38.0, "outOfOrder": false, "hdmi": true}));
        let after = report(json!({"temperature": 39.0, "outOfOrder": true, "hdmi": true}));
        let named: Vec<_> = changes(&before, &after).into_iter().map(|change| change.attribute).collect();
        assert_eq!(named, ["outOfOrder"]);
        assert!(changes(&before, &before).is_empty());
    }

    #[rstest]
    #[case::tenths(json!({"temperature": 38.1}), json!({"temperature": 38.9}), false)]
    #[case::a_limit(json!({"temperature": 38.0}), json!({"temperature": 38.1}), true)]
    #[case::the_other_limit(json!({"temperature": 41.0}), json!({"temperature": 41.1}), true)]
    #[case::unknown(json!({"temperature": 38.0}), json!({}), true)]
    #[case::a_hold(json!({"safetyHold": false}), json!({"safetyHold": true}), true)]
    #[case::what_only_the_fridges_page_shows(json!({"elo": false}), json!({"elo": true}), false)]
    fn the_fleet_is_told_of_states_and_of_temperatures_that_passed_a_limit(
        #[case] before: Value,
        #[case] after: Value,
        #[case] news: bool,
    ) {
        assert_eq!(is_news_of_the_fleet(&report(before), &report(after)), news);
    }
    #[rstest]
    #[case::tenths(json!({"temperature": 38.1}), 60, false)]
    #[case::tenths_after_a_while(json!({"temperature": 38.1}), 300, true)]
    #[case::the_touchscreen(json!({"temperature": 38.2, "elo": false}), 60, true)]
    #[case::a_limit(json!({"temperature": 37.9}), 60, true)]
    fn a_fridges_page_is_told_of_all_but_tenths(#[case] after: Value, #[case] seconds: i64, #[case] news: bool) {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let before = report(json!({"temperature": 38.2}));
        let then = at.plus(Duration::seconds(seconds));
        assert_eq!(is_news_of_the_fridge((&before, at), (&report(after), then)), news);
    }
}
