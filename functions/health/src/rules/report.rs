//! Validation of reports and events: values out of range, and values too large to store or show.

use crate::model::{CheckpointEvent, HealthReport, SegmentEvent};
use serde::Serialize;
use shared::{FieldError, Result, error::all_valid};

/// Maximum magnitude of a measurement, in degrees Fahrenheit or seconds.
const MAX_MAGNITUDE: f64 = 1000.0;
/// Maximum length of a text, in characters.
const MAX_TEXT: usize = 300;
/// Maximum number of reasons, and of running software artifacts.
const MAX_ENTRIES: usize = 50;
/// Maximum number of slots.
const MAX_SLOTS: usize = 2000;
/// Maximum size of an event's further attributes as JSON, in bytes.
const MAX_DATA_BYTES: usize = 8 * 1024;

/// Rejects a report with a value that is out of range or too long.
pub fn check_report(report: &HealthReport) -> Result<()> {
    let mut errors = Vec::new();
    let speed = report.network_speed.and_then(|speed| speed.previous_speed);
    let numbers = [
        ("temperature", report.temperature),
        ("temperatureSetpoint", report.temperature_setpoint),
        ("networkSpeed.previousSpeed", speed),
    ];
    for (field, number) in numbers {
        if number.is_some_and(|number| number.abs() > MAX_MAGNITUDE) {
            errors.push(FieldError::new(
                field,
                format!("{field} should be a number from -{MAX_MAGNITUDE} to {MAX_MAGNITUDE}"),
            ));
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
        if count > MAX_ENTRIES {
            errors.push(FieldError::new(field, format!("{field} can have at most {MAX_ENTRIES} entries")));
        }
    }
    let rows = report.connected_layout.iter().flatten();
    // An empty row counts as one slot, so that the number of rows is limited, too.
    if rows.map(|row| row.len().max(1)).sum::<usize>() > MAX_SLOTS {
        errors.push(FieldError::new("connectedLayout", format!("connectedLayout can have at most {MAX_SLOTS} slots")));
    }
    all_valid(errors)
}

fn too_long(field: &str, text: &str) -> Option<FieldError> {
    (text.len() > MAX_TEXT).then(|| FieldError::new(field, format!("{field} can have at most {MAX_TEXT} characters")))
}

/// Rejects an event whose name is empty or too long, or whose data is too large.
pub fn check_checkpoint(event: &CheckpointEvent) -> Result<()> {
    let mut errors: Vec<_> = too_long("name", &event.name).into_iter().collect();
    if event.name.is_empty() {
        errors.push(FieldError::new("name", "name cannot be empty"));
    }
    errors.extend(event.data.as_ref().and_then(|data| too_large("data", data)));
    all_valid(errors)
}

/// Rejects an event whose payload is too large.
pub fn check_segment(event: &SegmentEvent) -> Result<()> {
    all_valid(event.payload.as_ref().and_then(|payload| too_large("payload", payload)).into_iter().collect())
}

fn too_large(field: &str, data: &impl Serialize) -> Option<FieldError> {
    let fits = serde_json::to_string(data).is_ok_and(|text| text.len() <= MAX_DATA_BYTES);
    (!fits).then(|| FieldError::new(field, format!("{field} can have at most {MAX_DATA_BYTES} bytes")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FridgeSegmentEventType;
    use rstest::rstest;
    use serde_json::{Map, Value, json};

    fn invalid_field(result: Result<()>) -> Option<String> {
        result.err().and_then(|error| error.fields().first().map(|error| error.field.clone()))
    }

    #[rstest]
    #[case::an_empty_report(json!({}), None)]
    #[case::a_lite_fridge(json!({"temperature": 38.4, "liteFridgeState": {"status": "CLOSED"}}), None)]
    #[case::a_broken_sensor_within_the_range(json!({"temperature": -196.6}), None)]
    #[case::a_temperature_out_of_range(json!({"temperature": 1e300}), Some("temperature"))]
    #[case::a_negative_speed_out_of_range(json!({"networkSpeed": {"previousSpeed": -1e9}}), Some("networkSpeed.previousSpeed"))]
    #[case::a_state_that_is_too_long(json!({"jofemarState": "X".repeat(301)}), Some("jofemarState"))]
    #[case::a_reason_that_is_too_long(json!({"allReasons": ["X".repeat(301)]}), Some("allReasons"))]
    #[case::too_many_reasons(json!({"allReasons": vec!["X"; 51]}), Some("allReasons"))]
    #[case::a_door_state_that_is_too_long(json!({"sundryDoorState": {"lockState": "X".repeat(301)}}), Some("sundryDoorState"))]
    #[case::too_many_slots(json!({"connectedLayout": vec![vec![json!({"x": 1, "y": 1}); 1001]; 2]}), Some("connectedLayout"))]
    #[case::too_many_empty_rows(json!({"connectedLayout": vec![json!([]); 2001]}), Some("connectedLayout"))]
    fn rejects_a_report_out_of_bounds(#[case] report: Value, #[case] field: Option<&str>) {
        let report = serde_json::from_value(report).unwrap();
        assert_eq!(invalid_field(check_report(&report)).as_deref(), field);
    }

    #[test]
    fn rejects_an_event_without_a_name_or_with_too_much_data() {
        let data = |length| Some(Map::from_iter([("text".to_owned(), json!("X".repeat(length)))]));
        let event = |name: &str, data| check_checkpoint(&CheckpointEvent { name: name.into(), data });
        assert!(event("DOOR_OPENED", data(100)).is_ok());
        assert_eq!(invalid_field(event("", None)).as_deref(), Some("name"));
        assert_eq!(invalid_field(event("DOOR_OPENED", data(MAX_DATA_BYTES))).as_deref(), Some("data"));
        let event_type = FridgeSegmentEventType::PurchaseCompleted;
        let event = |payload| check_segment(&SegmentEvent { event_type, payload });
        assert!(event(None).is_ok());
        assert_eq!(invalid_field(event(data(MAX_DATA_BYTES))).as_deref(), Some("payload"));
    }
}
