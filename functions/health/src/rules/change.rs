//! Which changes between two reports are stored, and which are published to open pages.

use crate::model::{HealthReport, Latest};
use chrono::Duration;
use serde_json::Value;
use shared::{
    Instant,
    audit::{self, Change},
};

/// Measurements, which change with every report and are therefore not recorded as changes.
const MEASURED: [&str; 3] = ["temperature", "temperatureSetpoint", "networkSpeed"];

/// Maximum age of the values on a fridge's page before a report without relevant changes is published, too.
const MAX_PAGE_AGE: Duration = Duration::minutes(5);

/// The attributes that differ between two reports, without measurements.
pub fn changes(before: &HealthReport, after: &HealthReport) -> Vec<Change> {
    let value = |report: &HealthReport| serde_json::to_value(report).unwrap_or(Value::Null);
    if before == after { Vec::new() } else { audit::changes(&value(before), &value(after), &MEASURED) }
}

/// Whether `after` changes what the fleet pages show: the state of the fridge, or its temperature by whole degrees.
pub fn affects_fleet_pages(before: &HealthReport, after: &HealthReport) -> bool {
    let shown = |report: &HealthReport| {
        (report.jofemar_state.clone(), report.safety_hold, report.out_of_order, report.inaccessible)
    };
    // Whole degrees include 38 and 41 °F, the limits between the colors (docs/requirements/health.md, HLT-11).
    let degrees = |report: &HealthReport| report.temperature.map(f64::ceil);
    shown(before) != shown(after) || degrees(before) != degrees(after)
}

/// Whether the page of the fridge receives an event at `now`: an open page follows the fridge, and `after` changes what the
/// page shows.
pub fn is_published_to_fridge_page(before: &Latest, after: &Latest, now: Instant) -> bool {
    after.followed_until.is_some_and(|until| now < until)
        && affects_fridge_page((&before.health, before.timestamp), (&after.health, after.timestamp))
}

/// Whether `after` changes what the page of one fridge shows: anything but tenths of a measurement, or the shown values
/// are older than [`MAX_PAGE_AGE`].
pub fn affects_fridge_page(
    (before, before_at): (&HealthReport, Instant),
    (after, after_at): (&HealthReport, Instant),
) -> bool {
    after_at.since(before_at) >= MAX_PAGE_AGE
        || affects_fleet_pages(before, after)
        || !changes(before, after).is_empty()
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
    fn changes_exclude_measurements() {
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
    #[case::an_attribute_only_on_the_fridges_page(json!({"elo": false}), json!({"elo": true}), false)]
    fn fleet_pages_are_affected_by_states_and_whole_degrees(
        #[case] before: Value,
        #[case] after: Value,
        #[case] affected: bool,
    ) {
        assert_eq!(affects_fleet_pages(&report(before), &report(after)), affected);
    }

    #[rstest]
    #[case::no_page_follows_the_fridge(None, json!({"elo": false}), false)]
    #[case::the_time_has_ended(Some(0), json!({"elo": false}), false)]
    #[case::a_page_follows_the_fridge(Some(1), json!({"elo": false}), true)]
    #[case::an_unchanged_page(Some(1), json!({}), false)]
    fn a_report_is_published_to_the_page_of_a_followed_fridge(
        #[case] seconds: Option<i64>,
        #[case] health: Value,
        #[case] expected: bool,
    ) {
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let followed_until = seconds.map(|seconds| now.plus(Duration::seconds(seconds)));
        let before: Latest = serde_json::from_value(json!({
            "locationId": "FRIDGE_1", "timestamp": now, "receivedAt": now, "messageId": uuid::Uuid::nil(), "health": {},
        }))
        .unwrap();
        let after = Latest { health: report(health), followed_until, ..before.clone() };
        assert_eq!(is_published_to_fridge_page(&before, &after, now), expected);
    }

    #[rstest]
    #[case::tenths(json!({"temperature": 38.1}), 60, false)]
    #[case::tenths_after_a_while(json!({"temperature": 38.1}), 300, true)]
    #[case::the_touchscreen(json!({"temperature": 38.2, "elo": false}), 60, true)]
    #[case::a_limit(json!({"temperature": 37.9}), 60, true)]
    fn the_fridges_page_is_affected_by_everything_but_tenths(
        #[case] after: Value,
        #[case] seconds: i64,
        #[case] affected: bool,
    ) {
        let at: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        let before = report(json!({"temperature": 38.2}));
        let then = at.plus(Duration::seconds(seconds));
        assert_eq!(affects_fridge_page((&before, at), (&report(after), then)), affected);
    }
}
