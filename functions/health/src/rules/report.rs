//! What of a message is refused: what no fridge can mean, and what would not fit where it is stored or shown.

use crate::model::{CheckpointEvent, HealthReport, SegmentEvent};
use serde::Serialize;
use shared::{FieldError, Result, error::all_valid};

/// Degrees and seconds that are beyond any measurement.
const BEYOND: f64 = 1000.0;
/// The most characters of a word or sentence of a fridge's.
const LONGEST: usize = 300;
/// The most reasons, and the most parts of software.
const MOST: usize = 50;
/// The most slots.
const SLOTS: usize = 2000;
/// The most bytes of what else is known of an event.
const DATA: usize = 8 * 1024;

/// Refuses a report with what no fridge can mean.
pub fn check_report(report: &HealthReport) -> Result<()> {
    let mut errors = Vec::new();
    let speed = report.network_speed.and_then(|speed| speed.previous_speed);
    let numbers = [
        ("temperature", report.temperature),
        ("temperatureSetpoint", report.temperature_setpoint),
        ("networkSpeed.previousSpeed", speed),
    ];
    for (field, number) in numbers {
        if number.is_some_and(|number| number.abs() > BEYOND) {
            errors.push(FieldError::new(field, format!("{field} is beyond {BEYOND}")));
        }
    }
    let texts = [("jofemarState", &report.jofemar_state), ("serverVersion", &report.server_version)];
    for (field, text) in texts {
        errors.extend(text.as_deref().and_then(|text| too_long(field, text)));
    }
    let doors = [("recycleDoorState", &report.recycle_door_state), ("sundryDoorState", &report.sundry_door_state)];
    for (field, door) in doors {
        let states = door.iter().flat_map(|door| [&door.door_state, &door.lock_state]).flatten();
        errors.extend(states.filter_map(|text| too_long(field, text)));
    }
    let lite = report.lite_fridge_state.iter().flat_map(|lite| {
        [&lite.top_shell_latch_state, &lite.bottom_shell_latch_state, &lite.shell_lock_state, &lite.status]
    });
    errors.extend(lite.flatten().filter_map(|text| too_long("liteFridgeState", text)));
    errors.extend(report.all_reasons.iter().filter_map(|text| too_long("allReasons", text)));
    errors.extend(report.software.iter().filter_map(|part| too_long("software", &part.version)));
    for (field, count) in [("allReasons", report.all_reasons.len()), ("software", report.software.len())] {
        if count > MOST {
            errors.push(FieldError::new(field, format!("{field} can have at most {MOST} entries")));
        }
    }
    let rows = report.connected_layout.iter().flatten();
    // A row counts as one, so that empty ones add up as well.
    if rows.map(|row| row.len().max(1)).sum::<usize>() > SLOTS {
        errors.push(FieldError::new("connectedLayout", format!("connectedLayout can have at most {SLOTS} slots")));
    }
    all_valid(errors)
}

fn too_long(field: &str, text: &str) -> Option<FieldError> {
    (text.len() > LONGEST).then(|| FieldError::new(field, format!("{field} can have at most {LONGEST} characters")))
}

/// Refuses an event without a name, or with too much to tell.
pub fn check_checkpoint(event: &CheckpointEvent) -> Result<()> {
    let mut errors: Vec<_> = too_long("name", &event.name).into_iter().collect();
    if event.name.is_empty() {
        errors.push(FieldError::new("name", "name cannot be empty"));
    }
    errors.extend(event.data.as_ref().and_then(|data| too_much("data", data)));
    all_valid(errors)
}

/// Refuses an event with too much to tell.
pub fn check_segment(event: &SegmentEvent) -> Result<()> {
    all_valid(event.payload.as_ref().and_then(|payload| too_much("payload", payload)).into_iter().collect())
}

fn too_much(field: &str, data: &impl Serialize) -> Option<FieldError> {
    let fits = serde_json::to_string(data).is_ok_and(|text| text.len() <= DATA);
    (!fits).then(|| FieldError::new(field, format!("{field} can have at most {DATA} bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FridgeSegmentEventType;
    use rstest::rstest;
    use serde_json::{Map, Value, json};

    fn wrong(result: Result<()>) -> Option<String> {
        result.err().and_then(|error| error.fields().first().map(|error| error.field.clone()))
    }

    #[rstest]
    #[case::nothing(json!({}), None)]
    #[case::a_lite_fridge(json!({"temperature": 38.4, "liteFridgeState": {"status": "CLOSED"}}), None)]
    #[case::a_broken_sensor_that_still_counts(json!({"temperature": -196.6}), None)]
    #[case::a_number_without_meaning(json!({"temperature": 1e300}), Some("temperature"))]
    #[case::a_negative_one(json!({"networkSpeed": {"previousSpeed": -1e9}}), Some("networkSpeed.previousSpeed"))]
    #[case::an_endless_state(json!({"jofemarState": "X".repeat(301)}), Some("jofemarState"))]
    #[case::an_endless_reason(json!({"allReasons": ["X".repeat(301)]}), Some("allReasons"))]
    #[case::endless_reasons(json!({"allReasons": vec!["X"; 51]}), Some("allReasons"))]
    #[case::an_endless_door(json!({"sundryDoorState": {"lockState": "X".repeat(301)}}), Some("sundryDoorState"))]
    #[case::an_endless_layout(json!({"connectedLayout": vec![vec![json!({"x": 1, "y": 1}); 1001]; 2]}), Some("connectedLayout"))]
    #[case::endless_empty_rows(json!({"connectedLayout": vec![json!([]); 2001]}), Some("connectedLayout"))]
    fn a_report_that_no_fridge_can_mean_is_refused(#[case] report: Value, #[case] field: Option<&str>) {
        let report = serde_json::from_value(report).unwrap();
        assert_eq!(wrong(check_report(&report)).as_deref(), field);
    }

    #[test]
    fn an_event_with_no_name_or_too_much_to_tell_is_refused() {
        let data = |length| Some(Map::from_iter([("text".to_owned(), json!("X".repeat(length)))]));
        let event = |name: &str, data| check_checkpoint(&CheckpointEvent { name: name.into(), data });
        assert!(event("DOOR_OPENED", data(100)).is_ok());
        assert_eq!(wrong(event("", None)).as_deref(), Some("name"));
        assert_eq!(wrong(event("DOOR_OPENED", data(DATA))).as_deref(), Some("data"));
        let event_type = FridgeSegmentEventType::PurchaseCompleted;
        let event = |payload| check_segment(&SegmentEvent { event_type, payload });
        assert!(event(None).is_ok());
        assert_eq!(wrong(event(data(DATA))).as_deref(), Some("payload"));
    }
}
