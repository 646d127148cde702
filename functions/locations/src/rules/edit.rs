//! The rules of an edit, immediate or scheduled. Requirements: `docs/requirements/locations.md`, section "Edit rules".

use super::{
    attribute::{self, Attribute, apply, parse},
    context::Context,
    limits,
    value::NOT_OFFERED,
};
use crate::{
    model::{Location, UpdateReason, WorkHours},
    names::{self, Name},
};
use serde_json::{Map, Value};
use shared::{FieldError, bounded};
use std::collections::BTreeMap;

/// The input field with the reasons for changed attributes.
pub const UPDATE_REASON: &str = "updateReason";

/// The reasons for a change of mobile ordering (LOC-62).
const RESERVE_REASONS: [&str; 6] = [
    "Always on for new fridge",
    "Connectivity issues resolved",
    "Connectivity issues",
    "Customer doesn't want to be listed in the app or on the website",
    "Customer requested to turn off",
    "Customer requested to turn on",
];

/// The requested changes: unvalidated values by attribute, and the reasons.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    values: BTreeMap<Attribute, Value>,
    reasons: UpdateReason,
}

impl Patch {
    /// Parses an input of attributes and `updateReason`. `hours` is accepted but derived from `workHours`.
    ///
    /// # Errors
    /// One error for each name that is not an editable attribute, and errors of `updateReason`.
    pub fn parse(input: Map<String, Value>) -> Result<Self, Vec<FieldError>> {
        let (mut patch, mut errors) = (Self::default(), Vec::new());
        let mut input = input;
        if let Some(hours) = input.remove("hours") {
            match (hours.as_str(), input.contains_key("workHours")) {
                (_, true) => {}
                (Some("24 Hours"), false) => {
                    input.insert("workHours".into(), serde_json::json!(WorkHours::around_the_clock()));
                }
                _ => errors.push(FieldError::new("hours", "Hours other than '24 Hours' need workHours")),
            }
        }
        for (name, value) in input {
            if name == UPDATE_REASON {
                match serde_json::from_value(value) {
                    Ok(reasons) => {
                        errors.extend(check_reason_length(&reasons));
                        patch.reasons = reasons;
                    }
                    Err(_) => errors
                        .push(FieldError::new(UPDATE_REASON, "updateReason should contain texts for prod and reserve")),
                }
            } else if let Ok(attribute) = name.parse() {
                patch.values.insert(attribute, value);
            } else {
                errors.push(FieldError::new(&name, format!("{name} is not an attribute that can be edited")));
            }
        }
        if errors.is_empty() { Ok(patch) } else { Err(errors) }
    }

    /// The names in the patch that must be looked up in the store before [`edit`].
    pub fn names(&self) -> Vec<Name> {
        names::referenced_names(|attribute| self.values.get(&attribute))
    }

    /// The reasons as one text, for history.
    pub fn reason(&self) -> Option<String> {
        let reasons: Vec<String> =
            [self.reasons.prod.as_ref(), self.reasons.reserve.as_ref()].into_iter().filter_map(reason_text).collect();
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// Errors for reasons that exceed the length limit.
fn check_reason_length(UpdateReason { prod, reserve }: &UpdateReason) -> Vec<FieldError> {
    let error = |name: &str, reason: Option<&String>| {
        let message = bounded::too_long(reason?.trim(), limits::REASON)?;
        Some(FieldError::new(format!("{UPDATE_REASON}.{name}"), format!("Reason {message}")))
    };
    [error("prod", prod.as_ref()), error("reserve", reserve.as_ref())].into_iter().flatten().collect()
}

/// The text of a reason. `None` if it is blank, or 'Other' without free text.
fn reason_text(reason: Option<&String>) -> Option<String> {
    reason.map(|reason| reason.trim()).filter(|reason| !reason.is_empty() && *reason != "Other").map(str::to_owned)
}

/// The error if the patch sets a day of the holiday screen and the screen would end before it starts. The error names
/// the attribute that the patch sets.
fn check_holiday(patch: &Patch, after: &Location, errors: &[FieldError]) -> Option<FieldError> {
    let days = [Attribute::HolidayScreenEndDate, Attribute::HolidayScreenStartDate];
    let set = days.into_iter().find(|attribute| patch.values.contains_key(attribute))?;
    if errors.iter().any(|error| days.iter().any(|day| error.field == <&str>::from(day))) {
        return None;
    }
    attribute::check_holiday(after.holiday_screen_start_date, after.holiday_screen_end_date, set)
}

/// Applies `patch` to `location`.
///
/// # Errors
/// All errors of the patch, by field, in the order of the attributes.
pub fn edit(location: &Location, patch: &Patch, context: Context<'_>) -> Result<Location, Vec<FieldError>> {
    let (mut after, mut errors) = (location.clone(), Vec::new());
    for (attribute, value) in &patch.values {
        match parse(*attribute, value, location, context) {
            Ok(edit) => apply(&mut after, edit),
            Err(invalid) => errors.extend(invalid),
        }
    }
    errors.extend(check_holiday(patch, &after, &errors));
    let reasons = [
        ("prod", after.prod != location.prod, patch.reasons.prod.as_ref(), &mut after.update_reason.prod),
        (
            "reserve",
            after.reserve != location.reserve,
            patch.reasons.reserve.as_ref(),
            &mut after.update_reason.reserve,
        ),
    ];
    for (attribute, changed, reason, stored) in reasons {
        match (changed, reason_text(reason)) {
            (true, Some(reason)) if attribute == "reserve" && !RESERVE_REASONS.contains(&reason.as_str()) => {
                errors.push(FieldError::new(format!("{UPDATE_REASON}.{attribute}"), NOT_OFFERED));
            }
            (true, Some(reason)) => *stored = Some(reason),
            (true, None) => {
                errors.push(FieldError::new(format!("{UPDATE_REASON}.{attribute}"), "Reason cannot be empty"));
            }
            (false, _) => {}
        }
    }
    if errors.is_empty() { Ok(after) } else { Err(errors) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        names::Kind,
        rules::{OfferedNames, create::tests::fridge},
    };
    use proptest::prelude::*;
    use serde::Deserialize;
    use strum::IntoEnumIterator;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Case {
        name: String,
        input: Map<String, Value>,
        #[serde(default)]
        offered: BTreeMap<String, Vec<String>>,
        #[serde(default)]
        company_host_marker: String,
        /// Attributes that replace those of a new location.
        #[serde(default)]
        stored: Map<String, Value>,
        errors: Vec<FieldError>,
    }

    #[test]
    fn edit_cases_return_the_expected_errors() {
        let cases: Vec<Case> = serde_json::from_str(include_str!("../../cases/edit.json")).unwrap();
        for Case { name, mut input, offered, company_host_marker, stored, errors } in cases {
            input.remove("version");
            let kinds = [Kind::Planogram, Kind::FridgeSchema, Kind::PriceMapTemplate];
            let names = kinds.into_iter().flat_map(|kind| {
                let names = offered.get(<&str>::from(kind.attribute())).into_iter().flatten();
                names.map(move |name| Name { kind, name: name.clone() })
            });
            let context = Context { offered: &names.collect(), company_host_marker: &company_host_marker };
            let mut location = serde_json::to_value(fridge()).unwrap();
            location.as_object_mut().unwrap().extend(stored);
            let location: Location = serde_json::from_value(location).unwrap();
            let found =
                Patch::parse(input).and_then(|patch| edit(&location, &patch, context)).err().unwrap_or_default();
            assert_eq!(found, errors, "{name}");
        }
    }

    fn patched(input: &Value) -> Result<Location, Vec<FieldError>> {
        let context = Context { offered: &OfferedNames::default(), company_host_marker: "" };
        Patch::parse(input.as_object().cloned().unwrap()).and_then(|patch| edit(&fridge(), &patch, context))
    }

    #[test]
    fn rejects_unknown_and_read_only_attributes_by_name() {
        for name in ["id", "version", "directions", "hostname", "paymentGateway", "prettyName", "colour"] {
            let errors = patched(&serde_json::json!({ name: "x" })).unwrap_err();
            assert_eq!(errors, [FieldError::new(name, format!("{name} is not an attribute that can be edited"))]);
        }
    }

    #[test]
    fn stores_the_reason_of_a_changed_attribute() {
        let input = serde_json::json!({"prod": 1, "updateReason": {"prod": " First Stocking "}});
        assert_eq!(patched(&input).unwrap().update_reason.prod.as_deref(), Some("First Stocking"));
    }

    #[test]
    fn derives_hours_and_work_hours_from_each_other() {
        let after = patched(&serde_json::json!({"workHours": {"monday": [["08:00", "17:00"]]}})).unwrap();
        assert_eq!(after.hours, "Mon 08:00 to 17:00; ");
        let after = patched(&serde_json::json!({"hours": "24 Hours"})).unwrap();
        assert_eq!(after.work_hours, WorkHours::around_the_clock());
        assert!(patched(&serde_json::json!({"hours": "Mon-Fri"})).is_err());
    }

    #[test]
    fn stores_a_route_in_lowercase() {
        assert_eq!(patched(&serde_json::json!({"route": "CHI-04"})).unwrap().route.as_deref(), Some("chi-04"));
    }

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".*".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map("[a-zA-Z]{1,8}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        /// For any value, an edit changes only its attribute or returns errors of that attribute. It never panics.
        #[test]
        fn any_value_changes_only_its_attribute_or_is_rejected(
            attribute in proptest::sample::select(Attribute::iter().collect::<Vec<_>>()), value in any_value()
        ) {
            let name: &str = attribute.into();
            match patched(&serde_json::json!({ name: value })) {
                Ok(after) => {
                    let changed = shared::audit::changes(
                        &serde_json::to_value(fridge()).unwrap(), &serde_json::to_value(after).unwrap(), &["hours"]);
                    prop_assert!(changed.iter().all(|change| change.attribute == name));
                }
                Err(errors) => prop_assert!(
                    errors.iter().all(|e| e.field.starts_with(name) || e.field.starts_with(UPDATE_REASON))),
            }
        }
    }
}
