//! Changes of one location in the order of their times: what each finds, and what it makes of it. Pure.

use crate::model::Unit;
use locations::{model::Location, rules::Patch};
use shared::FieldError;

/// The rules of an edit, with whatever they need beside the location and the edit.
pub trait Edit: Fn(&Location, &Patch) -> Result<Location, Vec<FieldError>> {}
impl<F: Fn(&Location, &Patch) -> Result<Location, Vec<FieldError>>> Edit for F {}

/// What becomes of a change when its time comes.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The location before it and after it; the same where it has the value already.
    Applies(Box<(Location, Location)>),
    /// What is wrong with it then.
    Fails(Vec<FieldError>),
}

/// Applies `units` to `location` one after another, the earliest first, each to what the ones before it made of the
/// location. One that fails changes nothing for those after it.
///
/// Of changes for the same time, one may be valid only after another, such as the end and the start of a holiday: one
/// that fails is tried again after the others of its time.
pub fn outcomes(location: &Location, mut units: Vec<Unit>, edit: &impl Edit) -> Vec<(Unit, Outcome)> {
    units.sort_by_key(|unit| (unit.lead.action_time, unit.lead.uuid));
    let (mut current, mut outcomes) = (location.clone(), Vec::with_capacity(units.len()));
    for same_time in units.chunk_by(|one, next| one.lead.action_time == next.lead.action_time) {
        let mut left = same_time.to_vec();
        loop {
            let (tried, mut failed) = (left.len(), Vec::new());
            for unit in left {
                match unit.patch().and_then(|patch| edit(&current, &patch)) {
                    Ok(after) => {
                        let before = std::mem::replace(&mut current, after.clone());
                        outcomes.push((unit, Outcome::Applies(Box::new((before, after)))));
                    }
                    Err(errors) => failed.push((unit, errors)),
                }
            }
            if failed.is_empty() || failed.len() == tried {
                outcomes.extend(failed.into_iter().map(|(unit, errors)| (unit, Outcome::Fails(errors))));
                break;
            }
            left = failed.into_iter().map(|(unit, _)| unit).collect();
        }
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Author, CreateScheduleChange, units};
    use locations::rules::{Context, Offered, edit};
    use serde::Deserialize;
    use serde_json::{Map, Value, json};
    use shared::Instant;

    #[derive(Deserialize)]
    struct Cases {
        /// A new location with all that is required.
        form: Map<String, Value>,
        cases: Vec<Case>,
    }

    #[derive(Deserialize)]
    struct Case {
        name: String,
        attribute: String,
        /// The value now.
        now: Value,
        /// Pending changes of the location.
        pending: Vec<Planned>,
        /// The change to be scheduled.
        change: Planned,
        /// The value that the change finds.
        then: Value,
        unchanged: bool,
    }

    #[derive(Clone, Deserialize)]
    struct Planned {
        attribute: Option<String>,
        value: Value,
        at: String,
    }

    fn plain(location: &Location, patch: &Patch) -> Result<Location, Vec<FieldError>> {
        edit(location, patch, Context { offered: &Offered::default(), company_host_marker: "" })
    }

    fn location(form: &Map<String, Value>) -> Location {
        locations::rules::create(form, &Offered::default(), "2026-11-21T10:00:00Z".parse().unwrap()).unwrap()
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
        units(&input, Author { sub: None, email: "ann@larder.example" }, now).0.remove(0).1
    }

    fn cases() -> Cases {
        serde_json::from_str(include_str!("../cases/value-at-time.json")).unwrap()
    }

    #[test]
    fn a_change_is_compared_with_the_value_at_its_time() {
        let Cases { form, cases } = cases();
        for Case { name, attribute, now, pending, change, then, unchanged } in cases {
            let mut form = form.clone();
            form.insert(attribute.clone(), now);
            let planned = unit(&attribute, &change);
            let mut all: Vec<Unit> = pending.iter().map(|pending| unit(&attribute, pending)).collect();
            all.retain(|pending| pending.lead.uuid != planned.lead.uuid);
            all.push(planned.clone());
            let outcomes = outcomes(&location(&form), all, &plain);
            let found = outcomes.iter().find(|(unit, _)| *unit == planned).map(|(_, outcome)| outcome);
            let Some(Outcome::Applies(change)) = found else { panic!("{name}: {found:?}") };
            let (before, after) = change.as_ref();
            assert_eq!(serde_json::to_value(before).unwrap()[&attribute], then, "{name}");
            assert_eq!(before == after, unchanged, "{name}");
        }
    }

    fn planned(value: Value, at: &str) -> Planned {
        Planned { attribute: None, value, at: at.into() }
    }

    #[test]
    fn a_change_that_fails_changes_nothing_for_the_later_ones() {
        let first = unit("stop", &planned(json!(7), "2026-12-01T12:00:00Z"));
        let bad = unit("stop", &planned(json!(1001), "2026-12-02T12:00:00Z"));
        let last = unit("percentage", &planned(json!("5"), "2026-12-03T12:00:00Z"));
        let outcomes = outcomes(&location(&cases().form), vec![last, bad, first], &plain);
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
    fn changes_of_one_time_that_are_valid_together_are_applied_whatever_their_order() {
        let mut form = cases().form;
        form.insert("holidayScreenStartDate".into(), json!("2026-12-20"));
        form.insert("holidayScreenEndDate".into(), json!("2027-01-03"));
        for (start, end) in [("2027-12-20", "2028-01-03"), ("2025-12-20", "2026-01-03")] {
            let start = unit("holidayScreenStartDate", &planned(json!(start), "2026-12-01T12:00:00Z"));
            let end = unit("holidayScreenEndDate", &planned(json!(end), "2026-12-01T12:00:00Z"));
            let outcomes = outcomes(&location(&form), vec![start, end], &plain);
            assert!(outcomes.iter().all(|(_, outcome)| matches!(outcome, Outcome::Applies(_))), "{outcomes:?}");
        }
    }
}
