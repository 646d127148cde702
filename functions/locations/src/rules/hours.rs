//! Opening hours as they are edited. Source: the spec of locations, section 5.2.

use super::limits;
use crate::model::{Opening, WorkHours};
use serde_json::Value;
use shared::FieldError;

pub(crate) use crate::model::DAYS;

/// The field of all messages about hours.
const FIELD: &str = "workHours";

/// One from-to pair as it was typed; both blank is closed.
enum Typed {
    Closed,
    Half,
    Backwards,
    Open(Opening),
}

fn typed(pair: &Value) -> Typed {
    let side = |position: usize| pair.get(position).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    match (side(0), side(1)) {
        ("", "") => Typed::Closed,
        ("", _) | (_, "") => Typed::Half,
        (from, to) => match Opening::time(from).zip(Opening::time(to)) {
            None => Typed::Half,
            Some((from, to)) => Opening::new(from, to).map_or(Typed::Backwards, Typed::Open),
        },
    }
}

/// Reads a week of hours as it was typed: per weekday a list of `[from, to]`.
///
/// # Errors
/// Every wrong day, Monday first; or that no day is open. `id` is the location's, which the messages name.
pub(crate) fn week(value: &Value, id: &str) -> Result<WorkHours, Vec<FieldError>> {
    let error = |message: String| FieldError::new(FIELD, message);
    let Some(days) = value.as_object() else {
        return Err(vec![error(format!("Choose 24 hours(Yes/No) for {id}"))]);
    };
    let mut errors: Vec<FieldError> = days
        .keys()
        .filter(|name| !DAYS.iter().any(|(day, _)| day == name))
        .map(|name| error(format!("{name} is not a weekday")))
        .collect();
    let week = DAYS.map(|(day, title)| {
        let pairs = days.get(day).and_then(Value::as_array);
        let mut openings: Vec<Opening> = Vec::new();
        if pairs.is_some_and(|pairs| pairs.len() > limits::OPENINGS) {
            errors.push(error(format!("{title} can have at most {} opening times", limits::OPENINGS)));
            return openings;
        }
        for pair in pairs.into_iter().flatten() {
            match typed(pair) {
                Typed::Closed => {}
                Typed::Half => errors
                    .push(error(format!("Both Start Hours and End hours for {title} should be present or absent"))),
                Typed::Backwards => {
                    errors.push(error(format!("Start Hours for {title} should be a time in past to End hours")));
                }
                Typed::Open(opening) if openings.iter().any(|other| other.overlaps(&opening)) => {
                    errors.push(error(format!("Hours for {title} cannot overlap")));
                }
                Typed::Open(opening) => openings.push(opening),
            }
        }
        openings
    });
    if errors.is_empty() && week.iter().all(Vec::is_empty) {
        errors.push(error("Time should be entered for atleast one day".into()));
    }
    if errors.is_empty() { Ok(WorkHours::of_week(week)) } else { Err(errors) }
}

/// For a new location every day needs its times. Spec of locations, section 5.1.
pub(super) fn full_week(value: &Value, id: &str) -> Result<WorkHours, Vec<FieldError>> {
    let week = week(value, id)?;
    let missing: Vec<FieldError> = DAYS
        .iter()
        .zip(week.week())
        .filter(|(_, openings)| openings.is_empty())
        .map(|((_, title), _)| FieldError::new(FIELD, format!("{title} needs a from and a to time")))
        .collect();
    if missing.is_empty() { Ok(week) } else { Err(missing) }
}
