//! The rules of opening hours. Requirements: LOC-26, LOC-55 and LOC-56 in `docs/requirements/locations.md`.

use super::limits;
use crate::model::{Opening, WorkHours};
use serde_json::Value;
use shared::FieldError;

pub(crate) use crate::model::DAYS;

/// The field that errors about hours name.
const FIELD: &str = "workHours";

/// A parsed `[from, to]` pair.
enum ParsedPair {
    /// Both times are blank.
    Closed,
    /// One time is blank or not a time.
    Incomplete,
    /// The start is not before the end.
    Reversed,
    Open(Opening),
}

fn parse_pair(pair: &Value) -> ParsedPair {
    let side = |position: usize| pair.get(position).and_then(Value::as_str).map(str::trim).unwrap_or_default();
    match (side(0), side(1)) {
        ("", "") => ParsedPair::Closed,
        ("", _) | (_, "") => ParsedPair::Incomplete,
        (from, to) => match Opening::parse_time(from).zip(Opening::parse_time(to)) {
            None => ParsedPair::Incomplete,
            Some((from, to)) => Opening::new(from, to).map_or(ParsedPair::Reversed, ParsedPair::Open),
        },
    }
}

/// Parses the hours of a week: a list of `[from, to]` for each weekday. `id` is the location's id, for the messages.
///
/// # Errors
/// The errors of all invalid days, Monday first, or an error if no day is open.
pub(crate) fn parse_week(value: &Value, id: &str) -> Result<WorkHours, Vec<FieldError>> {
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
        if pairs.is_some_and(|pairs| pairs.len() > limits::OPENINGS_PER_DAY) {
            errors.push(error(format!("{title} can have at most {} opening times", limits::OPENINGS_PER_DAY)));
            return openings;
        }
        for pair in pairs.into_iter().flatten() {
            match parse_pair(pair) {
                ParsedPair::Closed => {}
                ParsedPair::Incomplete => errors
                    .push(error(format!("Both Start Hours and End hours for {title} should be present or absent"))),
                ParsedPair::Reversed => {
                    errors.push(error(format!("Start Hours for {title} should be a time in past to End hours")));
                }
                ParsedPair::Open(opening) if openings.iter().any(|other| other.overlaps(&opening)) => {
                    errors.push(error(format!("Hours for {title} cannot overlap")));
                }
                ParsedPair::Open(opening) => openings.push(opening),
            }
        }
        openings
    });
    if errors.is_empty() && week.iter().all(Vec::is_empty) {
        errors.push(error("Time should be entered for atleast one day".into()));
    }
    if errors.is_empty() { Ok(WorkHours::of_week(week)) } else { Err(errors) }
}

/// As [`parse_week`], for a new location: every day needs opening times (LOC-26).
pub(super) fn parse_full_week(value: &Value, id: &str) -> Result<WorkHours, Vec<FieldError>> {
    let week = parse_week(value, id)?;
    let missing: Vec<FieldError> = DAYS
        .iter()
        .zip(week.week())
        .filter(|(_, openings)| openings.is_empty())
        .map(|((_, title), _)| FieldError::new(FIELD, format!("{title} needs a from and a to time")))
        .collect();
    if missing.is_empty() { Ok(week) } else { Err(missing) }
}
