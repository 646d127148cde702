//! Projects the scheduled changes of one location onto it: the location before and after each change. Without I/O.

use crate::model::Unit;
use locations::{model::Location, rules::Patch};
use shared::FieldError;

/// Applies a patch to a location by the rules of an edit.
pub trait Edit: Fn(&Location, &Patch) -> Result<Location, Vec<FieldError>> {}
impl<F: Fn(&Location, &Patch) -> Result<Location, Vec<FieldError>>> Edit for F {}

/// The outcome of a change at its time.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The change is valid: the location before and after it. Both are equal if the location already has the value.
    Applies(Box<(Location, Location)>),
    /// The change is invalid, with its errors.
    Fails(Vec<FieldError>),
}

/// Applies `units` to `location` in the order of their times. Each applies to the result of the earlier ones. An
/// invalid change is skipped.
///
/// A change can be valid only after another change of the same time, such as the end and the start of a holiday. So an
/// invalid change is retried after the other changes of its time.
pub fn project(location: &Location, mut units: Vec<Unit>, edit: &impl Edit) -> Vec<(Unit, Outcome)> {
    units.sort_by_key(|unit| (unit.lead.action_time, unit.lead.uuid));
    let (mut current, mut outcomes) = (location.clone(), Vec::with_capacity(units.len()));
    for same_time in units.chunk_by(|one, next| one.lead.action_time == next.lead.action_time) {
        let mut remaining = same_time.to_vec();
        loop {
            let (attempted, mut failed) = (remaining.len(), Vec::new());
            for unit in remaining {
                match unit.patch().and_then(|patch| edit(&current, &patch)) {
                    Ok(after) => {
                        let before = std::mem::replace(&mut current, after.clone());
                        outcomes.push((unit, Outcome::Applies(Box::new((before, after)))));
                    }
                    Err(errors) => failed.push((unit, errors)),
                }
            }
            if failed.is_empty() || failed.len() == attempted {
                outcomes.extend(failed.into_iter().map(|(unit, errors)| (unit, Outcome::Fails(errors))));
                break;
            }
            remaining = failed.into_iter().map(|(unit, _)| unit).collect();
        }
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Author, CreateScheduleChange, parse_units};
    use locations::rules::{Context, OfferedNames, edit};
    use serde::Deserialize;
    use serde_json::{Map, Value, json};
    use shared::Instant;

    #[derive(Deserialize)]
    struct Cases {
        /// The form of a location with all required fields.
        form: Map<String, Value>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        attribute: String,
        /// The current value.
        now: Value,
        /// Pending changes of the location.
        pending: Vec<Planned>,
        /// The change to schedule.
        change: Planned,
        /// The value just before the change.
        then: Value,
        unchanged: bool,
    }

    #[derive(Clone, Deserialize)]
    struct Planned {
        attribute: Option<String>,
        value: Value,
        at: String,
    }

    fn edit_location(location: &Location, patch: &Patch) -> Result<Location, Vec<FieldError>> {
        edit(location, patch, Context { offered: &OfferedNames::default(), company_host_marker: "" })
    }

    fn location(form: &Map<String, Value>) -> Location {
        locations::rules::create(form, &OfferedNames::default(), "2026-11-21T10:00:00Z".parse().unwrap()).unwrap()
    }

    fn unit(attribute: &str, planned: &Planned) -> Unit {
        let change = |attribute: &str, value: &Value| CreateScheduleChange {
            location: "FRIDGE_1".into(),
            attribute: attribute.into(),
            value: value.to_string(),
            date_time: planned.at.clone(),
        };
        let attribute = planned.attribute.as_deref().unwrap_or(attribute);
        let mut input = vec![change(attribute, &planned.value)];
        if ["prod", "reserve"].contains(&attribute) {
            input.push(change("updateReason", &json!({ attribute: "Connectivity issues" })));
        }
        let now: Instant = "2026-11-21T10:00:00Z".parse().unwrap();
        parse_units(&input, Author { sub: None, email: "ann@larder.example" }, now).0.remove(0).1
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../cases/value-at-time.json")).unwrap()
    }

    #[test]
    fn compares_a_change_with_the_value_at_its_time() {
        let Cases { form, cases } = cases();
        for Case { name, attribute, now, pending, change, then, unchanged } in cases {
            let mut form = form.clone();
            form.insert(attribute.clone(), now);
            let planned = unit(&attribute, &change);
            let mut all: Vec<Unit> = pending.iter().map(|pending| unit(&attribute, pending)).collect();
            all.retain(|pending| pending.lead.uuid != planned.lead.uuid);
            all.push(planned.clone());
            let outcomes = project(&location(&form), all, &edit_location);
            let outcome = outcomes.iter().find(|(unit, _)| *unit == planned).map(|(_, outcome)| outcome);
            let Some(Outcome::Applies(change)) = outcome else { panic!("{name}: {outcome:?}") };
            let (before, after) = change.as_ref();
            assert_eq!(serde_json::to_value(before).unwrap()[&attribute], then, "{name}");
            assert_eq!(before == after, unchanged, "{name}");
        }
    }

    fn planned(value: Value, at: &str) -> Planned {
        Planned { attribute: None, value, at: at.into() }
    }

    #[test]
    fn an_invalid_change_does_not_affect_later_changes() {
        let first = unit("stop", &planned(json!(7), "2026-12-01T12:00:00Z"));
        let invalid = unit("stop", &planned(json!(1001), "2026-12-02T12:00:00Z"));
        let last = unit("percentage", &planned(json!("5"), "2026-12-03T12:00:00Z"));
        let outcomes = project(&location(&cases().form), vec![last, invalid, first], &edit_location);
        let stops: Vec<Option<(u32, u32)>> = outcomes
            .iter()
            .map(|(_, outcome)| match outcome {
                Outcome::Applies(change) => Some((change.0.stop, change.1.stop)),
                Outcome::Fails(_) => None,
            })
            .collect();
        assert_eq!(stops, [Some((0, 7)), None, Some((7, 7))]);
    }

    #[test]
    fn applies_changes_of_one_time_that_are_valid_only_together_in_any_order() {
        let mut form = cases().form;
        form.insert("holidayScreenStartDate".into(), json!("2026-12-20"));
        form.insert("holidayScreenEndDate".into(), json!("2027-01-03"));
        for (start, end) in [("2027-12-20", "2028-01-03"), ("2025-12-20", "2026-01-03")] {
            let start = unit("holidayScreenStartDate", &planned(json!(start), "2026-12-01T12:00:00Z"));
            let end = unit("holidayScreenEndDate", &planned(json!(end), "2026-12-01T12:00:00Z"));
            let outcomes = project(&location(&form), vec![start, end], &edit_location);
            assert!(outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Applies(_))), "{outcomes:?}");
        }
    }
}
